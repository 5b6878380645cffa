import {afterAll, beforeAll, beforeEach} from 'vitest';
import {publishStore} from '../../src/clickhouse/publish.ts';
import {type Graph, openGraph} from '../../src/index.ts';
import {type Cluster, missing, startCluster} from './engine.ts';

/** A store, and the same graph published to servers of ClickHouse. */
export interface Published {
  cluster: Cluster;
  store: Graph;
  published: Graph;
}

/**
 * Starts servers for the tests of a file or of a `describe`, publishes a store to them, and ends them after; the tests are skipped where there is no engine.
 * @param source Of the store; default: the bundled sample.
 */
export function publishTo(count: 1 | 3, source: () => Promise<string | undefined> = async () => undefined): Published {
  const started = {} as Published;
  let why: string | undefined;
  beforeAll(async () => {
    why = missing();
    if (why !== undefined) return;
    started.store = await openGraph(await source());
    started.cluster = await startCluster(count);
    const to = started.cluster.address('graph');
    await publishStore({store: started.store.source.store, to, ...(count > 1 && {cluster: 'graph'})});
    started.published = await openGraph(to);
  });
  afterAll(async () => {
    await started.published?.close();
    await started.store?.close();
    await started.cluster?.close();
  });
  beforeEach(({skip}) => {
    skip(why !== undefined, why);
  });
  return started;
}
