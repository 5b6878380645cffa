/**
 * One GET request as people write it down. The key is not in it: it is to come from the environment.
 * @param url Absolute, as the URL class writes it, so that no quote or line break is in it.
 */
export function snippets(url: string, hasKey: boolean): Record<'curl' | 'TypeScript' | 'Python', string> {
  // The URL class leaves a single quote alone.
  const safe = url.replaceAll("'", '%27');
  return {
    curl: `curl '${safe}'${hasKey ? ' \\\n  --header "Authorization: Bearer $BIOGRAPH_KEY"' : ''}`,
    TypeScript: [
      `const response = await fetch('${safe}'${hasKey ? ', {\n  headers: {authorization: "Bearer " + process.env.BIOGRAPH_KEY},\n}' : ''});`,
      'if (!response.ok) throw new Error(await response.text());',
      'const answer = await response.json();',
    ].join('\n'),
    Python: [
      `import json${hasKey ? ', os' : ''}, urllib.request`,
      '',
      `request = urllib.request.Request('${safe}')`,
      ...(hasKey ? ["request.add_header('Authorization', f\"Bearer {os.environ['BIOGRAPH_KEY']}\")"] : []),
      'with urllib.request.urlopen(request) as response:',
      '    answer = json.load(response)',
    ].join('\n'),
  };
}
