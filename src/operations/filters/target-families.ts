import type {Context} from '../../context.ts';
import {columns} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {type Sql, sql} from '../../sql/sql.ts';
import {norm} from '../../text/words.ts';

/**
 * Targets that drugs do not distinguish: subunits of one complex, and isoforms that approved drugs hit together. By the
 * gene groups of HGNC (genenames.org), each named after its family; symbols in full or as ranges (`HDAC1-11`); `called`
 * has the names that sources use for the whole. Isoforms with selective drugs (PI3K, JAK, COX, sodium channels) are
 * deliberately kept apart.
 */
const FAMILIES: readonly {name: string; group: string; called?: string; symbols: string}[] = [
  {
    name: 'HDAC1–11',
    group: 'Histone deacetylases, classes I, IIA, IIB and IV',
    called: 'HDAC, histone deacetylase',
    symbols: 'HDAC1-11',
  },
  {
    name: 'tubulins',
    group: 'Tubulins',
    called: 'tubulin, beta-tubulin',
    symbols:
      'TUBA1A TUBA1B TUBA1C TUBA3C TUBA3D TUBA3E TUBA4A TUBA8 TUBB TUBB1 TUBB2A TUBB2B TUBB3 TUBB4A TUBB4B TUBB6 TUBB8 TUBD1 TUBE1 TUBG1 TUBG2',
  },
  {name: 'proteasome', group: 'Proteasome', symbols: 'PSMA1-8 PSMB1-11 PSMC1-6 PSMD1-14 ADRM1'},
  {name: 'VEGFR1–3', group: 'VEGF receptors', called: 'VEGFR, VEGF receptor', symbols: 'FLT1 KDR FLT4'},
  {name: 'PDGFR', group: 'PDGF receptors', symbols: 'PDGFRA PDGFRB'},
  {name: 'FGFR1–4', group: 'Fibroblast growth factor receptors', called: 'FGFR, FGFR1/2/3', symbols: 'FGFR1-4'},
  {name: 'NTRK1–3', group: 'Neurotrophic receptor tyrosine kinases', called: 'TRK, NTRK', symbols: 'NTRK1-3'},
  {name: 'MEK1/2', group: 'Mitogen-activated protein kinase kinases', called: 'MEK', symbols: 'MAP2K1 MAP2K2'},
  {name: 'CDK4/6', group: 'Cyclin dependent kinases', symbols: 'CDK4 CDK6'},
  {name: 'AKT1–3', group: 'AKT kinases', called: 'AKT', symbols: 'AKT1-3'},
  {name: 'PARP1/2', group: 'Poly(ADP-ribose) polymerases', called: 'PARP', symbols: 'PARP1-2'},
  {name: 'BET bromodomains', group: 'Bromodomain containing', called: 'BET', symbols: 'BRD2-4 BRDT'},
  {name: 'topoisomerase II', group: 'Topoisomerases', symbols: 'TOP2A TOP2B'},
  {name: 'ribonucleotide reductase', group: 'Ribonucleotide reductase subunits', symbols: 'RRM1 RRM2 RRM2B'},
  {name: 'DNA methyltransferases', group: 'DNA methyltransferases', called: 'DNMT', symbols: 'DNMT1 DNMT3A DNMT3B'},
  {name: 'gamma-secretase', group: 'Gamma-secretase', symbols: 'PSEN1 PSEN2 NCSTN APH1A APH1B PSENEN'},
  {name: 'IMPDH1/2', group: 'Inosine monophosphate dehydrogenases', symbols: 'IMPDH1-2'},
  {
    name: 'GABA-A receptors',
    group: 'Gamma-aminobutyric acid type A receptor subunits',
    called: 'GABA-A receptor, GABAA receptors',
    symbols: 'GABRA1-6 GABRB1-3 GABRG1-3 GABRD GABRE GABRP GABRQ',
  },
  {
    name: 'muscle nicotinic receptor',
    group: 'Cholinergic receptors nicotinic subunits',
    called: 'muscle nicotinic acetylcholine receptor',
    symbols: 'CHRNA1 CHRNB1 CHRND CHRNE CHRNG',
  },
  {
    name: 'muscarinic receptors',
    group: 'Cholinergic receptors muscarinic',
    called: 'muscarinic receptor',
    symbols: 'CHRM1-5',
  },
  {
    name: 'NMDA receptors',
    group: 'Glutamate ionotropic receptor NMDA type subunits',
    called: 'NMDA receptor',
    symbols: 'GRIN1 GRIN2A GRIN2B GRIN2C GRIN2D GRIN3A GRIN3B',
  },
  {
    name: 'AMPA receptors',
    group: 'Glutamate ionotropic receptor AMPA type subunits',
    called: 'AMPA receptor',
    symbols: 'GRIA1-4',
  },
  {name: 'glycine receptors', group: 'Glycine receptors', called: 'glycine receptor', symbols: 'GLRA1-4 GLRB'},
  {
    name: '5-HT3 receptors',
    group: '5-hydroxytryptamine receptors, ionotropic',
    called: '5-HT3 receptor',
    symbols: 'HTR3A HTR3B HTR3C HTR3D HTR3E',
  },
  {
    name: 'L-type calcium channels',
    group: 'Calcium voltage-gated channel alpha1 subunits',
    called: 'L-type calcium channel',
    symbols: 'CACNA1C CACNA1D CACNA1F CACNA1S',
  },
  {
    name: 'calcium channel alpha2delta',
    group: 'Calcium channel auxiliary alpha2delta subunits',
    symbols: 'CACNA2D1 CACNA2D2',
  },
  {name: 'ENaC', group: 'Sodium channels epithelial', symbols: 'SCNN1A SCNN1B SCNN1G SCNN1D'},
  {
    name: 'K-ATP channel',
    group: 'ATP binding cassette subfamily C; potassium channels',
    called: 'sulfonylurea receptor',
    symbols: 'ABCC8 KCNJ11',
  },
  {
    name: 'sodium pump',
    group: 'Na+/K+ transporting ATPase interacting',
    called: 'Na+/K+ ATPase',
    symbols: 'ATP1A1-4 ATP1B1-3',
  },
  {name: 'proton pump', group: 'ATPase H+/K+ transporting', called: 'H+/K+ ATPase', symbols: 'ATP4A ATP4B'},
  {
    name: 'respiratory complex I',
    group: 'NADH:ubiquinone oxidoreductase subunits',
    symbols: 'NDUFA1-13 NDUFAB1 NDUFB1-11 NDUFC1-2 NDUFS1-8 NDUFV1-3 MT-ND1 MT-ND2 MT-ND3 MT-ND4 MT-ND4L MT-ND5 MT-ND6',
  },
  {
    name: 'carbonic anhydrases',
    group: 'Carbonic anhydrases',
    called: 'carbonic anhydrase',
    symbols: 'CA1 CA2 CA3 CA4 CA5A CA5B CA6 CA7 CA12 CA13 CA14',
  },
  {name: 'PDE3', group: 'Phosphodiesterases', symbols: 'PDE3A PDE3B'},
  {name: 'PDE4', group: 'Phosphodiesterases', symbols: 'PDE4A PDE4B PDE4C PDE4D'},
  {
    name: 'calcineurin',
    group: 'Protein phosphatase 3 subunits',
    symbols: 'PPP3CA PPP3CB PPP3CC PPP3R1 PPP3R2',
  },
  {name: 'estrogen receptors', group: 'Nuclear hormone receptors', called: 'estrogen receptor', symbols: 'ESR1 ESR2'},
  {
    name: 'retinoic acid receptors',
    group: 'Nuclear hormone receptors',
    called: 'retinoic acid receptor',
    symbols: 'RARA RARB RARG',
  },
  {
    name: 'retinoid X receptors',
    group: 'Nuclear hormone receptors',
    called: 'retinoid X receptor',
    symbols: 'RXRA RXRB RXRG',
  },
  {name: 'CD3', group: 'CD molecules', symbols: 'CD3D CD3E CD3G CD247'},
  {name: 'CD79', group: 'CD molecules', symbols: 'CD79A CD79B'},
  {
    name: 'interferon alpha receptor',
    group: 'Interferon receptors',
    called: 'interferon alpha/beta receptor',
    symbols: 'IFNAR1 IFNAR2',
  },
  {
    name: 'interleukin-2 receptor',
    group: 'Interleukin receptors',
    called: 'IL-2 receptor',
    symbols: 'IL2RA IL2RB IL2RG',
  },
  {name: 'glycoprotein IIb/IIIa', group: 'Integrins', called: 'GPIIb/IIIa', symbols: 'ITGA2B ITGB3'},
  {name: 'CGRP', group: 'Endogenous ligands', symbols: 'CALCA CALCB'},
  {name: 'CGRP receptor', group: 'Calcitonin receptors', symbols: 'CALCRL RAMP1'},
  {name: 'HSP90', group: 'Heat shock 90kDa proteins', symbols: 'HSP90AA1 HSP90AB1 HSP90B1'},
  {
    name: 'GABA-B receptor',
    group: 'Gamma-aminobutyric acid type B receptor subunits',
    symbols: 'GABBR1 GABBR2',
  },
  {
    name: 'HIF prolyl hydroxylase',
    group: 'Egl-9 family hypoxia inducible factors',
    symbols: 'EGLN1-3',
  },
  {name: 'PIM kinases', group: 'PIM kinases', called: 'PIM kinase', symbols: 'PIM1-3'},
  {name: 'SMN1/2', group: 'Survival of motor neuron complex', symbols: 'SMN1-2'},
  {name: 'hemoglobin alpha', group: 'Hemoglobin subunits', symbols: 'HBA1-2'},
];

/** Ranges expanded to single symbols. */
function spelledOut(symbols: string): string[] {
  return symbols.split(' ').flatMap((run) => {
    const [, stem = '', first, last] = /^(.*?)(\d+)-(\d+)$/.exec(run) ?? [];
    if (first === undefined || last === undefined) return [run];
    return Array.from({length: Number(last) - Number(first) + 1}, (_, step) => `${stem}${Number(first) + step}`);
  });
}

/** Members and the family's own name, in normalised form, with the name. */
const nameOf = new Map(
  FAMILIES.flatMap(({name, called, symbols}) =>
    [name, ...(called?.split(', ') ?? []), ...spelledOut(symbols)].map((one) => [norm(one), name]),
  ),
);

/** The name of a target's family, or else the target itself. */
export function familyName(target: string): string {
  return nameOf.get(norm(target)) ?? target;
}

/** The members of a family by its name or a name used by sources, in normalised form; empty for every other word. */
export function membersCalled(word: string): string[] {
  const key = norm(word);
  const family = FAMILIES.find(({name, called}) =>
    [name, ...(called?.split(', ') ?? [])].some((one) => norm(one) === key),
  );
  return family === undefined ? [] : spelledOut(family.symbols).map(norm);
}

/**
 * Families in a graph: the number of each member's value, and of the value that stands for its family, with the
 * family's name.
 */
export interface TargetFamilies {
  /** `label_id, family` of every member. */
  rows: Sql;
  names: ReadonlyMap<number, string>;
}

/** The families of targets that occur in the graph. */
export function targetFamilies({generation, ...options}: Context): Promise<TargetFamilies> {
  return generation.cache.remember('target families', 8192, async () => {
    const [labelIds, norms] = await generation.columns(
      sql`select label_id, norm from value where field = 'target' and norm in ${[...nameOf.keys()]} order by label_id`,
      [is.integer, is.text],
      options,
    );
    const first = new Map<string, number>();
    const families = labelIds.map((label_id, index) => {
      const name = familyName(norms[index] ?? '');
      if (!first.has(name)) first.set(name, label_id);
      return first.get(name) ?? label_id;
    });
    return {
      rows: columns({label_id: {type: 'integer', list: labelIds}, family: {type: 'integer', list: families}}),
      names: new Map([...first].map(([name, label_id]) => [label_id, name])),
    };
  });
}
