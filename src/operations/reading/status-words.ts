/** How a text says the status of trials, as a pattern without groups; ongoing is no status that a register has, but says that trials are asked for. */
export const STATUS_WORDS =
  'not\\s+yet\\s+recruiting|active,?\\s+not\\s+recruiting|not\\s+recruiting|no\\s+longer\\s+recruiting|enrolling\\s+by\\s+invitation|recruiting|completed|terminated|withdrawn|suspended';
export const STATUS_OR_ONGOING = `${STATUS_WORDS}|ongoing`;
