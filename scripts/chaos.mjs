// `npm run chaos -- --orders 1000 --seed 7`: buys for real, breaks everything meanwhile, and compares the books of all
// three parties line by line at the end. Exits with 1 on any difference. See docs/reliability.md.
import './check-node.mjs'
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { toTable } from './chaos/report.mjs'

const { runChaos } = await import('./chaos/run.mjs')

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    drive: { type: 'string', default: 'services' },
    rate: { type: 'string', default: '4' },
    workers: { type: 'string', default: '2' },
    'harm-every': { type: 'string', default: '1500' },
    returns: { type: 'string' },
    'time-scale': { type: 'string', default: '120' },
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
if (!['services', 'http'].includes(values.drive)) throw new Error('--drive is services or http.')

const result = await runChaos({
  orders: Number(values.orders),
  seed: Number(values.seed),
  drive: values.drive,
  rate: Number(values.rate),
  workers: Number(values.workers),
  harmEveryMs: Number(values['harm-every']),
  returns: values.returns === undefined ? null : Number(values.returns),
  timeScale: Number(values['time-scale']),
  keeps: values.keep,
  say: (text) => values.json || console.log(text),
})
if (values.out) fs.appendFileSync(values.out, `${JSON.stringify(result)}\n`)
console.log(values.json ? JSON.stringify(result, null, 2) : `\n${toTable(result)}`)
process.exit(result.isGood ? 0 : 1)
