import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runToEnd } from '#scripts/store/child.mjs'
import { fileOf } from '#tests/support/program.ts'

const PRINTER = pathToFileURL(path.resolve('lib/server/report.ts')).href

/** What a process that prints in lines puts out, line by line, and how it ends. */
async function run(text: string): Promise<{ code: number | null; lines: Record<string, unknown>[] }> {
  const program = fileOf(`import { printInLines } from '${PRINTER}'; printInLines(); ${text}`)
  const { code, text: printed } = await runToEnd({ program, env: process.env, cwd: process.cwd(), collect: true })

  return { code, lines: printed.split('\n').map((line: string) => JSON.parse(line)) }
}

test('whatever a library prints becomes one JSON line, without the message of an error or an object', async () => {
  const { lines } = await run(`
    console.log('two\\nlines', 7)
    console.error(' ⨯', Object.assign(new Error('row of olga@example.com'), { code: 'P2002' }), { secret: 'hush' })`)

  expect(lines).toEqual([
    { level: 30, time: expect.any(String), msg: 'two lines 7' },
    {
      level: 50,
      time: expect.any(String),
      msg: '⨯',
      error: 'Error',
      errorCode: 'P2002',
      stack: expect.any(Array),
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/olga|hush/)
})

test('a warning of the runtime and the end of a process are lines too', async () => {
  const { code, lines } = await run(`
    process.emitWarning('old')
    setTimeout(() => { throw new TypeError('row of olga@example.com') }, 50)`)

  expect(lines.map(({ level, msg, error }) => [level, msg, error])).toEqual([
    [40, 'Warning: old', undefined],
    [60, 'the process ends', 'TypeError'],
  ])
  expect(code).toBe(1)
})
