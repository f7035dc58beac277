import type { ActField, ActSpec, Typed } from '#components/orders/admin/act-spec.ts'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'

const LEAST_WORDS = 3

/** Which field is not filled in right, by its kind; `null` when all of them are. */
export type Problem = ActField['kind'] | null

/** Returns the first field of an act that is not filled in right. */
export function problemOf({ fields }: ActSpec, typed: Typed): Problem {
  return fields.find((field) => !isRight(field, typed))?.kind ?? null
}

/** Returns the body of an act, made of what was typed. All fields must be right. */
export function toBody({ body = {}, fields }: ActSpec, typed: Typed): Record<string, unknown> {
  const parts = fields.map((field) => partOf(field, typed))

  return Object.assign({}, body, ...parts)
}

/** Returns the address of an act: the value of the choice stands in the place of `:choice`. */
export function toPath({ path }: ActSpec, { choice }: Typed): `/api/${string}` {
  return path.replace(':choice', encodeURIComponent(choice)) as `/api/${string}`
}

function isRight(field: ActField, typed: Typed): boolean {
  if (field.kind === 'reason') return typed.reason.trim().length >= LEAST_WORDS
  if (field.kind === 'typed') return typed.typed.trim() === field.expect
  if (field.kind === 'email') return isAddressShaped(typed.email.trim())
  if (field.kind === 'cards') return typed.cards.length > 0
  if (field.kind === 'choice') return typed.choice !== ''
  const minor = amountOf(field, typed)
  if (minor === null) return false

  return minor <= field.mostMinor
}

function partOf(field: ActField, typed: Typed): Record<string, unknown> {
  if (field.kind === 'reason') return { reason: typed.reason.trim() }
  if (field.kind === 'typed') return { [field.name]: typed.typed.trim() }
  if (field.kind === 'email') return { email: typed.email.trim() }
  if (field.kind === 'cards') return { cardIds: typed.cards }
  // A choice that stands in the address is no part of the body.
  if (field.kind === 'choice') return field.name === '' ? {} : { [field.name]: typed.choice || null }

  return { amountMinor: amountOf(field, typed) }
}

function amountOf({ currency }: { currency: string }, { amount }: Typed): number | null {
  const code = parseCurrency(currency)

  return code ? (parseTypedAmount(amount, code)?.minor ?? null) : null
}
