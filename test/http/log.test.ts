import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';
import {withoutKeys} from '../../src/http/log.ts';
import {openGraph} from '../../src/index.ts';
import {listen} from '../helpers/server.ts';

const key = fc.stringMatching(/^bg_[A-Za-z0-9]{43}$/);

describe('the log', () => {
  it('shows no key that was written into an address, under whatever name and in whatever escapes', () => {
    const spelled = fc.tuple(key, fc.boolean()).map(([text, isEscaped]) => ({
      text,
      written: isEscaped ? text.replace('_', '%5F').replace('a', '%61') : text,
    }));
    const place = fc.constantFrom(
      '/v1/entities?q=KEY',
      '/v1/entities?kind=trial&anything=KEY&limit=2',
      '/account/keys/KEY',
    );
    fc.assert(
      fc.property(spelled, place, ({text, written}, where) => {
        const shown = withoutKeys(where.replace('KEY', written));
        expect(shown).not.toContain(written.slice(3));
        expect(decodeURIComponent(shown)).not.toContain(text);
        expect(shown.startsWith(where.slice(0, where.indexOf('KEY')).split('?')[0] as string)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('key', 'api_key', 'apikey', 'X-API-Key', 'access_token', 'Authorization', '%6bey', 'password'),
        fc.stringMatching(/^[A-Za-z0-9]{12,40}$/),
        (name, value) => {
          expect(withoutKeys(`/v1/stats?limit=1&${name}=${value}`)).toBe(`/v1/stats?limit=1&${name}=[hidden]`);
        },
      ),
    );
  });

  it('leaves any other address as it was', () => {
    for (const url of ['/', '/v1/entities?q=PD-1%20antibody&kind=trial&limit=5', '/v1/entities?q=%ZZ', '/v1/stats?'])
      expect(withoutKeys(url)).toBe(url);
  });

  it('is written so', async () => {
    await using graph = await openGraph();
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const server = await listen(graph, {log: true});
    await fetch(`${server.url}/v1/stats?api_key=bg_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefg&x=1`);
    await server.close();
    const lines = write.mock.calls.map(([line]) => String(line)).join('');
    write.mockRestore();
    expect(lines).toContain('/v1/stats?api_key=[hidden]&x=1');
    expect(lines).not.toContain('ABCDEFGHIJ');
  });
});
