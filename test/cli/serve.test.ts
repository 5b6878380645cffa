import {describe, expect, it} from 'vitest';
import {ended, firstLine, start} from '../helpers/command.ts';

describe('serve', () => {
  it('says its address when it is ready, answers, drains and ends with 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const child = start(['serve', '--sample', '--port', '0', '--log']);
      const url = await firstLine(child);
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const running = ended(child);
      expect((await fetch(`${url}/health`)).status).toBe(200);
      const slow = await fetch(`${url}/v1/export`);
      child.kill(signal);
      expect((await slow.text()).trim().split('\n').length).toBeGreaterThan(1000);
      const {code, stdout, stderr} = await running;
      expect(code).toBe(0);
      expect(stderr).not.toContain('Cut off');
      expect(stdout.trim()).toBe(url === stdout.trim() ? url : '');
      const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
      expect(lines.map((line) => JSON.parse(line) as object).length).toBeGreaterThan(1);
    }
  });
});
