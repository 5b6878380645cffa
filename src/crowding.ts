import type {Kind} from './schema/kinds.ts';

/** The kinds that the crowding map counts, and ranks its axes by. */
export const COUNTED = ['paper', 'patent', 'trial', 'approval'] as const satisfies readonly Kind[];

/** The longest axes that may be asked for. */
export const MOST_ON_AXIS = 200;

/** The longest axes that are stored; hardly any graph has so many modalities. */
export const MOST_TARGETS = 200;
export const MOST_MODALITIES = 100;

/** A pair of target and modality. */
export interface CrowdingCell {
  /** Trusted entities of each kind that is counted. */
  trusted: Record<(typeof COUNTED)[number], number>;
  /** Entities of these kinds, trusted or not. */
  tagged: number;
  company: number;
}

/** The crowding map of an area, or of all areas together. */
export interface Crowding {
  /** Entities of the map: trusted ones, and all. */
  counted: number;
  tagged: number;
  /** The axes, by descending number of trusted entities, ties by name. */
  targets: string[];
  modalities: string[];
  /** By the places of its target and modality; undefined if it is empty. */
  cell(target: number, modality: number): CrowdingCell | undefined;
}
