import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

/** The Python to try things with; `BIOGRAPH_PYTHON` names one that has more packages. */
export const PYTHON = process.env.BIOGRAPH_PYTHON ?? 'python3';

/** Is there a Python with these packages? */
export async function pythonWith(...packages: string[]): Promise<boolean> {
  const code = packages.length === 0 ? 'pass' : `import ${packages.join(', ')}`;
  return promisify(execFile)(PYTHON, ['-c', code]).then(
    () => true,
    () => false,
  );
}
