/** One thing wrong with one parameter or body field: where, and what. */
export interface Detail {
  path: string;
  message: string;
}

/** Every error a caller may see: its code, and the HTTP status that goes with it. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  validation_error: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An error that names the problem and the remedy, the same in every interface. */
export class GraphError extends Error {
  override name = 'GraphError';
  readonly code: ErrorCode;
  readonly details: Detail[] | undefined;
  /** Seconds after which to try again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {details?: Detail[]; retryAfter?: number; cause?: unknown} = {},
  ) {
    super(message, options.cause === undefined ? undefined : {cause: options.cause});
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The error body, the same in every interface. */
  toJSON(): {error: {code: ErrorCode; message: string; details?: Detail[]}} {
    const {code, message, details} = this;
    return {error: details === undefined ? {code, message} : {code, message, details}};
  }
}

/** The requested entity was merged into another one; interfaces redirect or follow. */
export class MovedError extends Error {
  override name = 'MovedError';
  readonly from: string;
  readonly to: string;

  constructor(from: string, to: string) {
    super(`Entity ${from} was merged into ${to}`);
    this.from = from;
    this.to = to;
  }
}

/**
 * An invalid file or folder: the error names it and says what to do. The command line prints it as it is; it never
 * reaches an HTTP client.
 */
export class FileError extends Error {
  override name = 'FileError';
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;

  constructor(path: string, problem: string, remedy: string, options: {cause?: unknown} = {}) {
    super(`${path}: ${problem}. ${remedy}`, options);
    this.path = path;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** What the system's codes mean, after the name of a file. */
const REASONS: Partial<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the quota of this user is used up',
  EISDIR: 'is a folder',
  ENOTDIR: 'part of its path is a file',
  ENOENT: 'does not exist',
  EMFILE: 'too many files are open',
  EIO: 'the disk has failed',
};

/** Why the system refused a file, in words; undefined if it was something else. */
export function reasonOf(error: unknown): string | undefined {
  return REASONS[(error as Partial<NodeJS.ErrnoException> | null)?.code ?? ''];
}
