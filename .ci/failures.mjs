/** A reporter that tells a failure as soon as its test has ended: a run that is stopped for want of time never comes to vitest's own summary. */
export default class Failures {
  onTestCaseResult(test) {
    const {state, errors} = test.result();
    if (state === 'failed') tell(test.module, test.fullName, errors);
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) tell(suite.module, suite.fullName, suite.errors());
  }

  onTestModuleEnd(module) {
    if (module.errors().length > 0) tell(module, 'the file', module.errors());
  }
}

function tell({relativeModuleId}, name, errors = []) {
  const said = errors.map(({message, diff, cause}) =>
    [message, diff, cause?.message, cause?.diff].filter(Boolean).join('\n'),
  );
  process.stdout.write(`\n FAIL  ${relativeModuleId} > ${name}\n${said.join('\n')}\n`);
}
