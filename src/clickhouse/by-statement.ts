/** What is left to statements of the caller. */
const byStatement = async (): Promise<undefined> => undefined;

/** Look-ups of which statements do the work. */
export abstract class ByStatement {
  readonly select = byStatement;
  readonly labels = byStatement;
  readonly measures = byStatement;
  readonly sharing = byStatement;
  readonly parties = byStatement;
  readonly holders = byStatement;
  readonly crowding = byStatement;
  readonly namesStarting = byStatement;
  readonly namesHaving = byStatement;
  readonly wordsStarting = byStatement;
  readonly word = byStatement;
  readonly similarWords = byStatement;
  readonly namesMeant = byStatement;
  readonly called = byStatement;
  readonly byBareName = byStatement;
  readonly terms = byStatement;
  readonly bestSums = byStatement;
  readonly sumsOf = byStatement;
}
