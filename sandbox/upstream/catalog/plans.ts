import { type Plan, spread } from '#sandbox/upstream/catalog/model.ts'
import {
  ACTIVATION,
  APNS,
  CANCELLATION,
  DAY_SHAPES,
  FIXED_SHAPES,
  type Tier,
} from '#sandbox/upstream/catalog/plan-shapes.ts'

type PlanSeed = { skuid: number; countryCode: string; shape: Tier | 'region'; perGb: number; variant: '0' | '1' }

type Size = { flows: number; unit: 'GB' | 'MB'; gb: number; letter: string }

/** The plans of one product: fixed ones first, then day plans, whose price is per day and whose `days` is 1. */
export function plansOf(seed: PlanSeed): Plan[] {
  const fixed = FIXED_SHAPES[seed.shape].split(' ').map((shape) => fixedPlan(seed, shape))
  const daily = DAY_SHAPES[seed.shape].split(' ').map((shape) => dayPlan(seed, shape))

  return [...fixed, ...daily].map((plan, index) => ({ ...plan, ...numbersOf(seed.skuid * 100 + index) }))
}

function numbersOf(place: number): Pick<Plan, 'pid' | 'priceid'> {
  return { pid: 500_000 + place, priceid: 100_000 + place }
}

function fixedPlan(seed: PlanSeed, shape: string): Omit<Plan, 'pid' | 'priceid'> {
  const [dayText = '1', amount = '1G'] = shape.split(':')
  const days = Number(dayText)
  const size = toSize(amount)
  const draw = spread(`${seed.countryCode}/${shape}`)

  return {
    ...planTexts(seed, `Data plan: ${size.flows}${size.unit} in total, valid ${days} day${days === 1 ? '' : 's'}.`),
    flows: size.flows,
    unit: size.unit,
    days,
    price: toCents(1.3 + seed.perGb * size.gb ** 0.82 * (0.85 + days / 100) + (draw % 9) / 100),
    flowType: days === 1 || draw % 5 === 0 ? 1 : 0,
    supportDaypass: 0,
    minDay: draw % 3 === 0 ? null : 1,
    maxDay: draw % 3 === 0 ? null : 1,
    mustDate: 0,
    apiCode: `${seed.countryCode}-${seed.variant}-${days}-${size.flows}-${size.letter}`,
    showName: draw % 7 === 0 ? '' : `${size.flows}${size.unit}/${days}Days`,
    openCardFee: null,
  }
}

function dayPlan(seed: PlanSeed, amount: string): Omit<Plan, 'pid' | 'priceid'> {
  const size = toSize(amount)
  const draw = spread(`${seed.countryCode}/day/${amount}`)
  const perDay = 0.45 + seed.perGb * size.gb ** 0.7 * 0.55

  return {
    ...planTexts(
      seed,
      `Daily plan: ${size.flows}${size.unit} at high speed per day, then 384 kbps until 00:00 (GMT+8).`,
    ),
    flows: size.flows,
    unit: size.unit,
    days: 1,
    price: seed.shape === 'B' ? Math.round(perDay * 1000) / 1000 : toCents(perDay),
    flowType: draw % 4 === 0 ? 1 : 0,
    supportDaypass: 1,
    minDay: amount === '500M' ? 3 : 1,
    maxDay: 30,
    mustDate: 0,
    apiCode: `${seed.countryCode}-${seed.variant}-?-${size.flows}-${size.letter}-D`,
    showName: size.gb === 5 ? 'Unlimited 5GB/Day' : `${size.flows}${size.unit}/Day DayPass`,
    openCardFee: null,
  }
}

function planTexts(seed: PlanSeed, type: string): Pick<Plan, 'premark' | 'cancelRule' | 'expireDays'> {
  const draw = spread(`texts/${seed.countryCode}`)
  const apn = pick(APNS, draw)
  const cancellation = pick(CANCELLATION, Math.floor(draw / 8))
  const activation = pick(ACTIVATION, Math.floor(draw / 64))
  const lines = [type, `APN: ${apn}`, activation.text, cancellation.text]
  const premark = draw % 2 === 0 ? lines.join('<br>') : lines.map((line) => `<p>${line}</p>`).join('')

  return { premark, cancelRule: cancellation.rule, expireDays: activation.expireDays }
}

function pick<T>(list: readonly [T, ...T[]] | readonly T[], draw: number): T {
  const found = list[draw % list.length]
  if (found === undefined) throw new Error('An empty list has nothing to pick')

  return found
}

function toSize(amount: string): Size {
  const flows = Number.parseInt(amount, 10)
  const inMb = amount.endsWith('M')

  return { flows, unit: inMb ? 'MB' : 'GB', gb: inMb ? flows / 1024 : flows, letter: inMb ? 'M' : 'G' }
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100
}
