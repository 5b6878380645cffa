import {describe, it} from 'vitest';
import {macros} from './macro.ts';

const of = macros();

it('the date a sentence states is the first, as exact as it is said', () =>
  of(`stated_date(s).date || ' ' || stated_date(s).precision`, {
    'PDUFA date of August 21, 2020': '2020-08-21 day',
    'NDA resubmission 6/23/21': '2021-06-23 day',
    'topline data in March 2025, Phase 3 in 2026': '2025-03-01 month',
    'results expected in 1Q 2020 MOMENTUM': '2020-01-01 quarter',
    'PDUFA date in 1Q27': '2027-01-01 quarter',
    'expected in the fourth quarter of 2023': '2023-10-01 quarter',
    'topline data in 2H 2026': '2026-07-01 half',
    'the first half of 2024': '2024-01-01 half',
    'by mid-2025': '2025-01-01 year',
    'February 30, 2024': null,
    'a 2.8 month PFS': null,
    'Phase 3 data expected soon': null,
  }));

it('a funder of a grant is the institute that its agency’s acronym names', () =>
  of('funder_name(s)', {
    'NIA NIH HHS': 'National Institute on Aging',
    Nigms: 'National Institute of General Medical Sciences',
    'Wellcome Trust': 'Wellcome Trust',
    Bayer: 'Bayer',
    Unknown: null,
  }));

describe('names of organisations', () => {
  it('are one with and without their initials, and however a saint is abbreviated', () =>
    of('org_match_key(s)', {
      'Instituto de Investigaciones Metabolicas IDIM': 'instituto de investigacione metabolica',
      'National Cheng Kung University Hospital Nckuh': 'national cheng kung university hospital',
      "St.Luke's International Hospital": 'st lukes international hospital',
      "St. Luke's International Hospital": 'st lukes international hospital',
      'Cancer Institute WIA': 'cancer institute wia',
    }));

  it('are compared without what does not tell them apart', () =>
    of('org_key(s)', {
      'Pfizer Inc.': 'pfizer',
      'PFIZER INC /DE/': 'pfizer',
      'Viridian Therapeutics, Inc.\\DE': 'viridian therapeutics',
      'Novo Nordisk A/S': 'novo nordisk',
      'Foodrug SA/NV': 'foodrug',
      'NOVARTIS AG /ADR/': 'novartis',
      'Sanofi S.A.': 'sanofi',
      'Merck & Co., Inc.': 'merck',
      'Merck KGaA': 'merck kgaa',
      'The Johns Hopkins University': 'johns hopkins university',
      'National Cancer Institute (NCI)': 'national cancer institute',
      'Hôpital Saint-Louis': 'hopital saint louis',
      Company: 'company',
      株式会社: '株式会社',
    }));

  it('are shown without the state, country or kind of share that the SEC writes after them', () =>
    of('without_state(s)', {
      'PFIZER INC /DE/': 'PFIZER INC',
      'Viridian Therapeutics, Inc.\\DE': 'Viridian Therapeutics, Inc.',
      'NOVARTIS AG /ADR/': 'NOVARTIS AG',
      'Novo Nordisk A/S': 'Novo Nordisk A/S',
      'Foodrug SA/NV': 'Foodrug SA/NV',
      'Foodrug nv/sa': 'Foodrug nv/sa',
    }));

  it('tell companies from institutions, and neither from people', () =>
    of('org_kind(s)', {
      'Roche Diagnostics GmbH': 'company',
      'Sanofi SA': 'company',
      'Yale University': 'institution',
      'UNIV HONG KONG': 'institution',
      'Institute for Cancer Research Inc': 'company',
      'Dana-Farber Cancer Institute, Inc.': 'institution',
      'Dana Farber Cancer Inst Inc': 'institution',
      'Broad Inst Inc': 'institution',
      'The General Hospital Corporation': 'institution',
      'University of Florida Research Foundation, INC.': 'institution',
      'City of Hope': 'institution',
      'Hospital Products Corp': 'company',
      'Oxford University Innovation Limited': 'company',
      'SA JONG HO': null,
      'YU CHONGXI': null,
      AstraZeneca: null,
    }));

  it('of sites of trials have no number of a site and no mark of a protocol', () =>
    of('site_name(s)', {
      'Foo Clinic /ID# 247383': 'Foo Clinic',
      'Foo Clinic- Site Number : 8400013': 'Foo Clinic',
      '248.595.39007 Foo Clinic': 'Foo Clinic',
      'Duplicate_Foo Clinic /ID# 164230': 'Foo Clinic',
      'Foo Clinic (PL0006)': 'Foo Clinic',
      '~Foo Clinic - PPDS': 'Foo Clinic',
      'Foo Clinic, Main Site': 'Foo Clinic, Main Site',
      'Foo Clinic #30': 'Foo Clinic #30',
    }));

  it('are left alone where they say only what sort of place it is', () =>
    of('is_generic_place(s)', {
      'University Hospital': true,
      'Research Site 12': true,
      'Novartis Investigative Site': true,
      'Mayo Clinic': false,
      'Yale University': false,
    }));

  it('are found in an address', () =>
    of('main_institution(s)', {
      'Department of Psychiatry, Yale University, New Haven, USA.': 'Yale University',
      'Mount Sinai Hospital, Icahn School of Medicine at the University of Testing, NY':
        'Icahn School of Medicine at the University of Testing',
      'Somewhere, Paris, France': null,
    }));
});

it('countries have one spelling', () =>
  of('land_key(s)', {
    'Turkey (Türkiye)': 'turkey',
    Türkiye: 'turkey',
    'The Netherlands': 'netherlands',
    'Iran, Islamic Republic of': 'iran',
    'Korea, Republic of': 'south korea',
    'Korea, Democratic People’s Republic of': 'north korea',
    'Congo, The Democratic Republic of the': 'dr congo',
    'Hong Kong': 'china',
    "Côte d'Ivoire": 'ivory coast',
    France: 'france',
  }));

it('and one name', () =>
  of('country_name(s)', {
    'Turkey (Türkiye)': 'Turkey',
    'Hong Kong': 'Hong Kong',
    Scotland: 'United Kingdom',
    DE: 'DE',
    'Costa Rica': 'Costa Rica',
  }));

it('a salt is its substance, an ester is not', () =>
  of('salt_free(plain_words(s))', {
    'cabozantinib s-malate': 'cabozantinib',
    'alogliptin benzoate': 'alogliptin',
    'betamethasone benzoate': 'betamethasone benzoate',
    'pemetrexed ditromethamine': 'pemetrexed',
    'fostamatinib disodium hexahydrate': 'fostamatinib',
    'ipragliflozin l-proline': 'ipragliflozin',
    'choline chloride': 'choline chloride',
    'zinc sulfate': 'zinc sulfate',
  }));

it('a program is called by its drug, whatever amount an arm of a trial is given', () =>
  of('without_amount(s)', {
    'KVD900 600 mg': 'KVD900',
    '30mg PRAX-628': 'PRAX-628',
    'MGD013 monotherapy': 'MGD013',
    'ABX464 Single dose': 'ABX464',
    'IMM-1-104 Monotherapy (Treatment Group A)': 'IMM-1-104',
    'Single Ascending Dose of SAB-176': 'SAB-176',
    'Arm A: F16IL2': 'F16IL2',
    'VRDN-001 (Phase 3)': 'VRDN-001',
    'Combination Therapy': 'Combination Therapy',
    'Phase 3': 'Phase 3',
    '300 IU of BotuGel (60ml)': 'BotuGel',
    'Sevasemten Dose 1': 'Sevasemten',
    'BNT327 Dose Level 1 (DL1)': 'BNT327',
    'SPN-812 (600mg, QD)': 'SPN-812',
    'TVB-2640 - 50 mg': 'TVB-2640',
    'Solriamfetol 75mg, 150 mg, or 300 mg': 'Solriamfetol',
    '40 mg MMC in 40 mL gel': '40 mg MMC in 40 mL gel',
    '0.5 ml dose of VAX-24': '0.5 ml dose of VAX-24',
    'CPI-006 2 mg/kg + SOC': 'CPI-006 2 mg/kg + SOC',
    'MK-3475': 'MK-3475',
    '100 mg': '100 mg',
  }));

it('a nucleotide is no salt of its nucleoside', () =>
  of('salt_free(plain_words(s))', {
    'stavudine triphosphate': 'stavudine triphosphate',
    'cellulose sodium phosphate': 'cellulose sodium phosphate',
    'chloroquine diphosphate': 'chloroquine',
    'fludarabine phosphate': 'fludarabine',
  }));

it('dates are read in each of the ways they are written', () =>
  of('loose_date(s)', {
    '2020 Jan': '2020-01-01',
    '2011 Sep 5': '2011-09-05',
    '2005 Nov 15-21': '2005-11-15',
    '2006 Dec-2007 Jan': '2006-12-01',
    '2019 Winter': '2019-01-01',
    'September 30, 2020': '2020-09-30',
    'June 2020': '2020-06-01',
    '2024-08-23': '2024-08-23',
    '03/05/2021': '2021-03-05',
    '2024-13-01': null,
    soon: null,
  }));

it('phases have one vocabulary', () =>
  of('phase(s)', {
    PHASE1: 'phase 1',
    'Phase 1/Phase 2': 'phase 1/2',
    'Phase 1|Phase 2': 'phase 1/2',
    'PHASE1, PHASE2': 'phase 1/2',
    'PHASE2/PHASE3': 'phase 2/3',
    EARLY_PHASE1: 'early phase 1',
    'Early Phase 1': 'early phase 1',
    'N/A': 'not applicable',
    NA: 'not applicable',
    'Not Applicable': 'not applicable',
    Unknown: null,
  }));

describe('guesses', () => {
  it('are not taken in by common words that end like a stem', () =>
    of('coalesce(modality_by_stem(plain_words(s)), modality_by_title(plain_words(s)))', {
      'INTERCEPT red cells': null,
      'The concept of Petersen and Larsen': null,
      'Nucleotide excision': null,
      'Oral health': null,
      'Serum antibodies in mRNA expression': null,
      'Interleukin 6': null,
      Etanercept: 'recombinant protein',
      'Anti-CD20 antibodies': 'monoclonal antibody',
      Viltolarsen: 'antisense oligonucleotide',
    }));

  it('take an area from the first word that is certain', () =>
    of('area_of(s)', {
      'High blood pressure in Spain': 'cardiovascular',
      'Tumor necrosis factor in rheumatoid arthritis': 'immunology',
      'Brain cancer': 'oncology',
      'Malignant hypertension': 'cardiovascular',
      'Malignant hyperthermia': null,
      'Pseudotumor cerebri': 'neurology',
      'Acute pulmonary embolism': 'cardiovascular',
      'Malignant pleural mesothelioma': 'oncology',
      'Supervision of laboratory work': null,
      'Diabetic retinopathy': 'ophthalmology',
      'Chronic hepatitis B': 'infectious disease',
      'Postpartum depression': 'psychiatry',
      'Opioid use disorder': 'psychiatry',
      'Opioid-induced constipation': 'gastroenterology',
      'Opioid-induced respiratory depression': 'neurology',
      'Agitation in Alzheimer disease': 'psychiatry',
      'Agitation of fluids by a vortex': null,
      'Health disparities in Hispanic Americans': null,
      'Hydrophobic dental surfaces': null,
      'Cortical spreading depression': null,
      'Depressed skull fracture': null,
      'Bipolar hemiarthroplasty': null,
      'Schizosaccharomyces strains': null,
      'Panic disorder': 'psychiatry',
      Agoraphobia: 'psychiatry',
      'Bipolar I disorder': 'psychiatry',
      Insomnia: 'neurology',
    }));
});

describe('text out of web pages', () => {
  it('is written out, and what stands for no character stays', async () => {
    await of('plain_text(s)', {
      'a &#x2022; b &#8217;s &amp; c': 'a • b ’s & c',
      plain: 'plain',
      'x & y; z': 'x & y; z',
      '&#x41;&#x41;&#66;': 'AAB',
      '&#xD800; &#x110000; &#9999999; &#1;': '&#xD800; &#x110000; &#9999999; &#1;',
      '&amp;lt;': '&lt;',
      '5 &lt; 6 &quot;it&apos;s&quot;': `5 < 6 "it's"`,
    });
  });
});

describe('names of substances', () => {
  it('are written with Greek letters as words', () =>
    of('substance_name(s)', {
      '16.alpha.-bromoepiandrosterone': '16alpha-bromoepiandrosterone',
      '.ALPHA.1-proteinase inhibitor': 'ALPHA-1-proteinase inhibitor',
      ASPIRIN: 'aspirin',
      'vinCRIStine sulfate LIPOSOME': 'vincristine sulfate liposome',
      onabotulinumtoxinA: 'onabotulinumtoxinA',
    }));

  it('have a base without the ester that carries them', () =>
    of('without_ester(s)', {
      'mometasone furoate': 'mometasone',
      'dabigatran etexilate': 'dabigatran',
      'calcium acetate': null,
      'chlorphenesin carbamate': null,
      mometasone: null,
    }));

  it('do not count how finely they are ground, nor blanks', () =>
    of(`array_to_string(list_sort(substance_parts(s)), '+')`, {
      'cellulose, microcrystalline': 'cellulose+microcrystalline',
      'griseofulvin, ultramicrosize': 'griseofulvin',
      'lamivudine,  nevirapine,  and  stavudine': 'lamivudine+nevirapine+stavudine',
      'LAMIVUDINE, NEVIRAPINE, AND STAVUDINE': 'lamivudine+nevirapine+stavudine',
    }));
});

it('a sponsor with a title or a degree is a person', () =>
  of('is_titled_person(s)', {
    'Dawn Smiley MD': true,
    'Ihsan M Salloum, MD, MPH': true,
    'Han Xu, M.D., Ph.D., Sponsor-Investigator, IRB Chair': true,
    'Dr. Vera Trommet': true,
    "Dr. Reddy's Laboratories Ltd": false,
    'Dr. F. Köhler Chemie GmbH': false,
    'Univ TX MD Anderson': false,
    'Spectral Md, Inc.': false,
    'Daiichi Sankyo': false,
    'Dr Falk Pharma': false,
    Genmab: false,
  }));

it('a research code is letters and a number, not a dose', () =>
  of('is_drug_code(s)', {
    'CK-3773274': true,
    'OR-1259': true,
    'ML 246': true,
    'MG-4101': true,
    'AND 20 MG': false,
    'XOLAIR 300 MG': false,
    'vitamin D3': false,
    'phase 12': false,
  }));
