import path from 'node:path'
import { ROOT } from '../store/supervisor.mjs'

function note(file, name, message) {
  return `${path.relative(ROOT, file)} › ${name}\n${String(message ?? '')
    .split('\n')
    .slice(0, 12)
    .join('\n')}`
}

/** From the JSON report of Vitest: every test that failed, and every file that could not be loaded. */
export function failuresOfVitest(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [note(name, 'the file', message)]

    return failed.map((test) => note(name, test.fullName, test.failureMessages[0]))
  })
}

/** From the JSON report of Playwright: a test that held only on a second try is named as well. */
export function failuresOfPlaywright(suites) {
  return suites.flatMap((suite) => [
    ...failuresOfPlaywright(suite.suites ?? []),
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests
        .flatMap(({ results }) => results)
        .filter(({ error }) => error)
        .map(({ error, retry }) =>
          note(path.join(ROOT, 'tests/e2e', file), `${title} (try ${retry + 1})`, error.message),
        ),
    ),
  ])
}
