import {it} from 'vitest';
import {macros} from './macro.ts';

const of = macros();

it('a patent’s title states a modality in so many words, or several, or only names one', () =>
  of(
    `coalesce(nullif(array_to_string(title_modalities(plain_words(s)), '+'), ''), '-') || case when is_aside(plain_words(s)) then ' aside' else '' end`,
    {
      'Anti-FOO1 antibody-drug conjugates': 'antibody-drug conjugate',
      'Bi-specific antibodies to FOO1 and BAR2': 'bispecific antibody',
      'Chimeric antigen receptors targeting FOO1': 'CAR-T cell therapy',
      'Macrophages expressing chimeric antigen receptors': '-',
      'Chimeric antigen receptor bispecific constructs': 'bispecific antibody+CAR-T cell therapy',
      'siRNA against FOO1': 'siRNA',
      'Antisense oligonucleotides for exon skipping': 'antisense oligonucleotide',
      'Foo virus mRNA vaccines': 'mRNA',
      'Expression of mRNA in tumors': '-',
      'AAV vector for treatment of Foo disease': 'gene therapy',
      'Recombinant adeno-associated virus capsids': 'gene therapy',
      'CRISPR/Cas9 systems': 'gene editing',
      'Methods of genome editing': 'gene editing',
      'Degraders of FOO1': 'targeted protein degrader',
      'Estrogen receptor degraders': '-',
      'Vaccine against foo fever': 'vaccine',
      'Humanized anti-FOO1 antibodies': 'monoclonal antibody',
      'Antibodies that bind FOO1': 'monoclonal antibody',
      'Method for detecting FOO1 with anti-FOO1 antibodies': 'monoclonal antibody aside',
    },
  ));
