import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listOfNeeds, pageOfNeed } from '#components/ui/admin/need-address.ts'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { observeRequest, renderMetrics } from '#lib/core/metrics.ts'
import { METRICS } from '#lib/operations/queries/metrics.ts'
import { MAX_NEEDS, NEED_GROUPS, type Need, type NeedGroup, needsCount } from '#lib/operations/rules/admin-today.ts'
import { ALARM_KINDS, type AlarmKind, alarmPage, ringing, toAlarmKind } from '#lib/operations/rules/alarms.ts'

const NOW = new Date('2027-03-03T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)

/** How many of a kind are needed, and for how many seconds they must have lasted. */
const BOUNDS: Record<AlarmKind, { min: number; seconds: number }> = {
  recovery: { min: 1, seconds: 0 },
  till_closed: { min: 1, seconds: 0 },
  supplier_low: { min: 1, seconds: 0 },
  network_down: { min: 1, seconds: 300 },
  network_login: { min: 1, seconds: 0 },
  foreign_login: { min: 2, seconds: 0 },
  lookup_lost: { min: 1, seconds: 0 },
  order_late: { min: 1, seconds: 600 },
  order_unclear: { min: 1, seconds: 1_800 },
  order_held: { min: 1, seconds: 14_400 },
  work_late: { min: 1, seconds: 300 },
  event_late: { min: 1, seconds: 600 },
  refund_refused: { min: 1, seconds: 0 },
  loss_booked: { min: 1, seconds: 0 },
  differences: { min: 1, seconds: 1_800 },
  not_compared: { min: 1, seconds: 86_400 },
  mail_failed: { min: 1, seconds: 0 },
  catalogue_old: { min: 1, seconds: 86_400 },
  rate_old: { min: 1, seconds: 0 },
  cost_rate_old: { min: 1, seconds: 0 },
  backup_old: { min: 1, seconds: 172_800 },
  duty_failed: { min: 1, seconds: 0 },
  codes_read: { min: 20, seconds: 0 },
  sign_in_failed: { min: 20, seconds: 0 },
  orders_unpaid: { min: 40, seconds: 0 },
}

const rings = (kind: AlarmKind, count: number, seconds: number) =>
  ringing([{ kind, count, since: ago(seconds) }], NOW).length === 1

describe.each(ALARM_KINDS)('the alarm %s', (kind) => {
  const { min, seconds } = BOUNDS[kind]

  test('rings at its bound', () => {
    expect(rings(kind, min, seconds)).toBe(true)
  })

  test('is silent just below it', () => {
    expect(rings(kind, min - 1, seconds + 1_000_000)).toBe(false)
    expect(rings(kind, min, seconds - 1)).toBe(false)
  })

  test('leads to a page of the back office', () => {
    expect(Object.keys(PAGE_ACCESS)).toContain(alarmPage(kind).split('?')[0])
  })
})

test('what has no beginning begins now', () => {
  const facts = [
    { kind: 'supplier_low', count: 1, since: null },
    { kind: 'order_late', count: 1, since: null },
  ] as const

  expect(ringing(facts, NOW).map(({ kind }) => kind)).toEqual(['supplier_low'])
})

test('a word of another version is no kind', () => {
  expect(toAlarmKind('order_held')).toBe('order_held')
  expect(toAlarmKind('moon_full')).toBeNull()
})

const ORDER = { id: 'ord_1', number: 'LF-AAAA-BBBB' }

function need(group: NeedGroup, part: Partial<Need> = {}): Need {
  const nothing = { customer: null, plan: null, amount: null, count: null, facts: [] }

  return { ...nothing, group, key: 'k', what: 'w', order: ORDER, since: new Date(0), ...part }
}

test('a mail that was given up opens where it can be sent again, a message where it is answered', () => {
  expect(pageOfNeed(need('mail'))).toBe('/admin/jobs?queue=mails&state=failed')
  expect(pageOfNeed(need('mail', { order: null }))).toBe('/admin/jobs?queue=mails&state=failed')
  expect(pageOfNeed(need('message'))).toBe('/admin/messages')
})

test('what is about an order or a customer opens there', () => {
  for (const group of ['held', 'confirming', 'transfer', 'refund', 'second'] as const) {
    expect(pageOfNeed(need(group))).toBe('/admin/orders/ord_1')
  }
  expect(pageOfNeed(need('second', { order: null, customer: 'per_1' }))).toBe('/admin/customers/per_1')
})

test('a group with more than are read says so, and every group that grows has a list behind it', () => {
  const some = Array.from({ length: 3 }, () => need('held'))
  const many = Array.from({ length: MAX_NEEDS }, () => need('transfer'))

  expect(needsCount(some)).toBe('3')
  expect(needsCount([...some, ...many])).toBe(`${3 + MAX_NEEDS}+`)
  expect(NEED_GROUPS.filter((group) => listOfNeeds(group) === null)).toEqual(['second'])
})

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
