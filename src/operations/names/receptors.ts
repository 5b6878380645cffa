/** Where signals are also blocked: tocilizumab is a drug against IL-6. By HGNC symbols, as in IUPHAR/BPS Guide to Pharmacology. */
export const RECEPTORS: Record<string, readonly string[]> = {
  ...{
    IL1B: ['IL1R1'],
    IL1A: ['IL1R1'],
    'IL-1': ['IL1R1', 'IL1B', 'IL1A'],
    IL4: ['IL4R'],
    IL5: ['IL5RA'],
    IL6: ['IL6R'],
  },
  ...{
    IL7: ['IL7R'],
    IL11: ['IL11RA'],
    IL13: ['IL13RA1', 'IL4R'],
    IL17A: ['IL17RA'],
    IL22: ['IL22RA1'],
    IL23A: ['IL23R'],
  },
  ...{
    IL31: ['IL31RA', 'OSMR'],
    IL33: ['IL1RL1'],
    'IL-36': ['IL1RL2'],
    CSF1: ['CSF1R'],
    CSF2: ['CSF2RA'],
    C5: ['C5AR1'],
  },
  ...{CALCA: ['CALCRL', 'RAMP1'], IFNA1: ['IFNAR1'], CRH: ['CRHR1'], AVP: ['AVPR2']},
};
