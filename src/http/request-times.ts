import type {Histogram, Registry} from 'prom-client';

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

interface Labels {
  method: string;
  route: string;
  status: number;
}

interface Series {
  labels: Labels;
  /** Number of observations by the first bound they do not exceed; the last one is for those above all bounds. */
  counts: Float64Array;
  sum: number;
}

/**
 * The histogram of request times. It is stored as plain numbers and converted to Prometheus values on request: the
 * client library's own histogram processes its labels at each observation, which took longer than a cached answer.
 */
export class RequestTimes {
  readonly name = 'biograph_http_request_duration_seconds';
  readonly help = 'Time from a request’s headers to the end of its answer.';
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry) {
    // A registry needs only a metric's name and `get`.
    registry.registerMetric(this as unknown as Histogram);
  }

  observe(labels: Labels, seconds: number): void {
    const key = `${labels.route} ${labels.method} ${labels.status}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = {labels, counts: new Float64Array(BOUNDS.length + 1), sum: 0};
      this.#series.set(key, series);
    }
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
    series.counts[bucket] = (series.counts[bucket] as number) + 1;
    series.sum += seconds;
  }

  async get() {
    const {name, help, type, aggregator} = this;
    const values = [...this.#series.values()].flatMap(({labels, counts, sum}) => {
      let count = 0;
      const buckets = [...BOUNDS, '+Inf'].map((le, bucket) => {
        count += counts[bucket] as number;
        return {labels: {le, ...labels}, value: count, metricName: `${name}_bucket`};
      });
      return [
        ...buckets,
        {labels, value: sum, metricName: `${name}_sum`},
        {labels, value: count, metricName: `${name}_count`},
      ];
    });
    return {name, help, type, aggregator, values};
  }
}
