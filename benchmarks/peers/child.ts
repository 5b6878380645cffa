import {createInterface} from 'node:readline';
import type {Params, Peer, PeerModule, Place} from './peer.ts';

/**
 * A peer in a process of its own, so that its memory and its CPU are its own. It is told what to do by lines of JSON and answers with lines of
 * JSON; the time of each answer is taken here, where no pipe is in between.
 */
export type Command =
  | {do: 'load'}
  | {do: 'open'}
  | {do: 'answers'; question: string; params: Params[]}
  | {do: 'times'; question: string; params: Params[]}
  | {do: 'close'};

const [name = '', place = '{}'] = process.argv.slice(2);
const where = JSON.parse(place) as Place;
const made = (await import(`./${name}.ts`)) as PeerModule;
let peer: Peer | undefined;

async function obey(command: Command): Promise<unknown> {
  if (command.do === 'load') {
    const started = performance.now();
    await made.load(where);
    return {seconds: (performance.now() - started) / 1000, bytes: made.size(where)};
  }
  if (command.do === 'open') {
    peer = await made.open(where);
    return {title: peer.title, questions: Object.keys(peer.answers)};
  }
  if (command.do === 'close') {
    // One that takes its own times does all the work elsewhere.
    const own = peer?.times === undefined ? process.memoryUsage().rss : 0;
    const bytes = own + (peer?.memoryBeside?.() ?? 0);
    await peer?.close();
    peer = undefined;
    return {mib: bytes / 2 ** 20};
  }
  const answer = peer?.answers[command.question];
  if (answer === undefined) throw new Error(`${name} is not asked ${command.question}`);
  if (command.do === 'answers') {
    const answers: (readonly string[])[] = [];
    const ms: number[] = [];
    for (const params of command.params) {
      const started = performance.now();
      answers.push(await answer(params));
      ms.push(performance.now() - started);
    }
    return {answers, ms};
  }
  if (peer?.times !== undefined) return peer.times(command.question, command.params);
  const cpu = () => {
    const {user, system} = process.cpuUsage();
    return (user + system) / 1000 + (peer?.cpuBeside?.() ?? 0);
  };
  const before = cpu();
  const ms: number[] = [];
  for (const params of command.params) {
    const started = performance.now();
    await answer(params);
    ms.push(performance.now() - started);
  }
  return {ms, cpu: cpu() - before};
}

for await (const line of createInterface({input: process.stdin}))
  process.stdout.write(
    `${JSON.stringify(await obey(JSON.parse(line) as Command).catch((error: unknown) => ({error: String(error)})))}\n`,
  );
// Whoever asked is gone.
await peer?.close();
process.exit();
