import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { ROOT } from '../store/supervisor.mjs'
import { run, speaker, TOOLS } from './run.mjs'
import { findWholeBrowser, mayInstall } from './tools.mjs'

/** Makes sure that there is a Chromium, through the system's packages when this account may. Throws when there is none. */
function ensureBrowser() {
  if (findWholeBrowser()) return
  if (mayInstall()) {
    console.log('no Chromium found, installing the one of the system')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    const install = (name) =>
      spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', name], { stdio: 'inherit', env })
    install('chromium')
    // Not every system has it; where it is missing, the whole one does all.
    install('chromium-headless-shell')
  }
  if (!findWholeBrowser()) {
    throw new Error(
      'No Chromium: set CHROMIUM_PATH, or run `npx playwright install chromium`, or install the package chromium.',
    )
  }
}

function note(file, name, message) {
  return `${path.relative(ROOT, file)} › ${name}\n${String(message ?? '')
    .split('\n')
    .slice(0, 12)
    .join('\n')}`
}

/** From the JSON report of Vitest: every test that failed at any try, and every file that could not be loaded. */
function failuresOfVitest(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const hurt = assertionResults.filter((test) => test.failureMessages.length > 0)
    if (status === 'failed' && !hurt.some((test) => test.status === 'failed')) return [note(name, 'the file', message)]

    return hurt.map((test) => {
      const held = test.status === 'failed' ? '' : ' (held at a second try)'

      return note(name, `${test.fullName}${held}`, test.failureMessages[0])
    })
  })
}

/** From the JSON report of Playwright: a test that held only on a second try is named as well. */
function failuresOfPlaywright(suites) {
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

/** A step answers how many things it looked at, and how many of them were not in order. */
const counted = (passed, failed) => ({ passed, failed })

/** A tool that names the number of files it read. Reading none is a failure, whatever its exit code. */
function fromTool({ code, text }, pattern) {
  const seen = Number(pattern.exec(text)?.[1] ?? 0)

  return code === 0 && seen > 0 ? counted(seen, 0) : counted(0, 1)
}

/** The migrations and the schema must describe the same database. */
async function checkDrift() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-drift-'))
  const ask = [
    'migrate',
    'diff',
    '--from-migrations',
    'prisma/migrations',
    '--to-schema',
    'prisma/schema',
    '--exit-code',
  ]
  const command = [process.execPath, 'scripts/prisma.mjs', ...ask]
  const { code, text } = await run('scripts/with-database.mjs', command, { DATA_DIR: dir })
  fs.rmSync(dir, { recursive: true, force: true })
  const isSame = code === 0 && /No difference detected/.test(text)

  return counted(isSame ? 1 : 0, isSame ? 0 : 1)
}

async function check() {
  const parts = {
    lock: async () => {
      const { code } = await run('scripts/complete-lock.mjs', ['--check'])

      return counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1)
    },
    floors: async () => fromTool(await run('scripts/check-floors.mjs', []), /(\d+) packages/),
    words: async () => fromTool(await run('scripts/check-words.mjs', []), /words: (\d+) files/),
    biome: async () => fromTool(await run(TOOLS.biome, ['check', '--colors=off']), /Checked (\d+) files/),
    types: async () => {
      await run(TOOLS.next, ['typegen'])
      const { code, text } = await run('scripts/test/types.mjs', [])

      return fromTool({ code, text }, /types: (\d+) files/)
    },
    drift: checkDrift,
    knip: async () => {
      const reporters = ['--reporter', 'symbols', '--reporter', './scripts/test/knip-count.mjs']

      return fromTool(await run(TOOLS.knip, ['--no-progress', ...reporters]), /knip: (\d+) files/)
    },
  }
  // First, because several of the parts read the client of the database, and would find none of it, or half.
  await run('scripts/prisma.mjs', ['generate'])
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => {
      const { passed, failed } = await speaker.run(`[${name}] `, part)
      console.log(`  ${name}: ${failed === 0 ? `${passed} in order` : 'FAILED'}`)

      return failed
    }),
  )
  const failed = results.reduce((total, one) => total + one, 0)

  return counted(results.filter((one) => one === 0).length, failed)
}

function vitest(...projects) {
  return async (args) => {
    const report = path.join(os.tmpdir(), `landfall-${projects[0]}-${process.pid}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const chosen = projects.flatMap((project) => ['--project', project])
    // Of thousands of waits one can be too short on a busy machine: in a run of everything it is tried again, and named.
    const tries = args.length > 0 ? [] : ['--retry=1']
    const { code } = await run(TOOLS.vitest, ['run', ...chosen, ...tries, ...reporters, ...args])
    if (!fs.existsSync(report)) return counted(0, 1)
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
      fs.readFileSync(report, 'utf8'),
    )
    fs.rmSync(report)
    // A file that cannot be loaded has no failed test, only a failed suite.
    const failed = numFailedTests || numFailedTestSuites

    return { ...counted(numPassedTests, failed || (code === 0 ? 0 : 1)), notes: failuresOfVitest(testResults) }
  }
}

/** The client is made by the check; `isAlone` says that none came before. */
async function build(_args, { isAlone }) {
  const { code } = await run('scripts/build.mjs', isAlone ? [] : ['--no-generate'])

  return counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1)
}

async function browser(args) {
  ensureBrowser()
  const report = path.join(ROOT, 'test-results', 'report.json')
  fs.rmSync(report, { force: true })
  const tries = args.length > 0 ? [] : ['--retries=1']
  const { code } = await run(TOOLS.playwright, ['test', '--reporter=list,json', ...tries, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    E2E_PORT: String(await freePort()),
    E2E_PUSH_PORT: String(await freePort()),
  })
  if (!fs.existsSync(report)) return counted(0, 1)
  const { stats, suites } = JSON.parse(fs.readFileSync(report, 'utf8'))
  const passed = stats.expected + stats.flaky

  return { ...counted(passed, stats.unexpected || (code === 0 ? 0 : 1)), notes: failuresOfPlaywright(suites) }
}

/** In the order in which they run. The check makes the client of the database, and the browser needs the build. */
export const STEPS = { check, unit: vitest('unit', 'mail'), build, integration: vitest('integration'), browser }

/** Steps that run only when they are named: they take hours. */
export const NAMED_STEPS = { deep: (args) => vitest('deep')(['--no-file-parallelism', ...args]) }
