/** A reporter that tells a failure as soon as its test has ended: a run that is stopped for want of time never comes to vitest's own summary. */
export default class Failures {
  onTestCaseResult(test) {
    const {state, errors = []} = test.result();
    if (state !== 'failed') return;
    const said = errors.map(({message, diff, cause}) =>
      [message, diff, cause?.message, cause?.diff].filter(Boolean).join('\n'),
    );
    process.stdout.write(`\n FAIL  ${test.module.relativeModuleId} > ${test.fullName}\n${said.join('\n')}\n`);
  }
}
