import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { observeRequest, renderMetrics } from '#lib/core/metrics.ts'
import { METRICS } from '#lib/operations/queries/metrics.ts'

type Panel = { title: string; type: string; gridPos: { x: number; w: number }; targets?: { expr: string }[] }

const RULES = 'docs/monitoring/alerts.yml'
const rules = fs.readFileSync(RULES, 'utf8')
const board: { title: string; schemaVersion: number; panels: Panel[] } = JSON.parse(
  fs.readFileSync('docs/monitoring/grafana.json', 'utf8'),
)
const asked = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const expressions = [...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr), ...asked]

/** Every name that `/api/metrics` can have, with the labels it has there. */
async function exported(): Promise<Map<string, string[]>> {
  observeRequest('page', { status: 200, seconds: 0.1 })
  const { text } = await renderMetrics([])
  const own = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  const labels = ['kind', 'status', 'provider', 'verdict', 'le', 'instance', 'job']
  const metrics = Object.entries(METRICS).map(([name, { label }]): [string, string[]] => [
    `landfall_${name}`,
    ['endpoint', 'instance', ...(label ? [label] : [])],
  ])

  return new Map([...own.map((name): [string, string[]] => [name, labels]), ...metrics])
}

test('every figure that an alert rule or a panel names is exported, with the labels it is asked by', async () => {
  const known = await exported()
  const wrong = expressions.flatMap((expr) =>
    [...expr.matchAll(/\b(landfall_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', matchers = '']) => {
      const labels = [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label)
      const missing = labels.filter((label) => !known.get(name)?.includes(label))

      return known.has(name) ? missing.map((label) => `${name}{${label}}`) : [name]
    }),
  )

  expect(expressions.length).toBeGreaterThan(40)
  expect(wrong).toEqual([])
})

test('the figures of the list are those that the database is asked for', () => {
  const read = fs.readFileSync('lib/operations/repository/metrics.ts', 'utf8')

  expect(Object.keys(METRICS).filter((name) => !read.includes(`'${name}'`))).toEqual([])
})

test('every alert says how bad it is, what is wrong and what to do', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1)

  expect(alerts.length).toBeGreaterThan(15)
  for (const alert of alerts) {
    expect(alert).toMatch(/^Landfall\w+\n/)
    expect(alert).toMatch(/^ {8}expr: \S/m)
    expect(alert).toMatch(/severity: (critical|warning|info) \}/)
    expect(alert).toMatch(/^ {10}summary: \S/m)
    expect(alert).toMatch(/^ {10}action: \S/m)
  }
})

test('every panel of the board asks something and fits its grid', () => {
  for (const { type, title, targets, gridPos } of board.panels) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    if (type !== 'row') expect(targets?.length).toBeGreaterThan(0)
  }
})

test('the tool of Prometheus takes the rules, where it is installed', () => {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
  if (error) return expect(error).toMatchObject({ code: 'ENOENT' })

  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
})
