import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What one call of the logger writes, from a process of its own: the logger writes past the test runner. */
function written(call: string): Record<string, unknown> {
  const script = `import { log } from '#lib/core/log.ts'; import { AppError } from '#lib/core/rules/app-error.ts'; import { inTrace } from '#lib/core/trace.ts'; ${call}`
  const node = ['--conditions=react-server', '--input-type=module', '--eval', script]
  const item = execFileSync(process.execPath, node, { encoding: 'utf8', env: { ...process.env, LOG_LEVEL: 'info' } })

  return JSON.parse(item)
}

test('keeps the message of a foreign error to itself, and says where it was thrown', () => {
  const item = written(`log.error('request failed', { error: new TypeError('password=hunter2\\n at x (/a:1:1)') })`)

  expect(JSON.stringify(item)).not.toContain('hunter2')
  expect(item).toMatchObject({ msg: 'request failed', error: 'TypeError' })
  expect(item).not.toHaveProperty('message')
})

test('repeats the sentence of an error of ours, on one line', () => {
  const item = written(`log.info('request refused', { error: new AppError('sold_out', 'Nothing\\nleft.') })`)

  expect(item).toMatchObject({ error: 'AppError', errorCode: 'sold_out', message: 'Nothing left.' })
})

test('tells of a failure that goes on once, and of another one beside it', () => {
  const item = written(
    `const fail = (at) => log.errorAgain(at, { error: new TypeError('x') }); for (let n = 0; n < 9; n++) fail('row failed')`,
  )

  expect(item).toMatchObject({ msg: 'row failed', error: 'TypeError' })
})

test('writes UTC and no host or process', () => {
  const item = written(`log.info('started')`)

  expect(Object.keys(item).sort()).toEqual(['level', 'msg', 'time'])
  expect(item.time).toMatch(/Z$/)
})

test('carries the request and the job that led to a line, across what is waited for', () => {
  const item = written(
    `await inTrace({ requestId: 'r-1', jobId: 'lin_1.2' }, async () => { await new Promise((done) => setTimeout(done, 5)); log.info('placed') })`,
  )

  expect(item).toMatchObject({ msg: 'placed', requestId: 'r-1', jobId: 'lin_1.2' })
})
