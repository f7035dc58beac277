import type { ComponentProps, ReactNode } from 'react'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'

type Common = {
  name: string
  label?: ReactNode
  /** Instead of a label, where there is no room for one. */
  'aria-label'?: string
  hint?: ReactNode
  /** What is said when it is not filled in right; a general sentence without it. */
  wrong?: string
  isOptional?: boolean
  /** Reasons of a refusal that are about this field, and are said beside it. */
  reasons?: readonly string[]
}

/** What the control of the browser is given as it is. */
type Attributes = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'autoFocus'
  | 'className'
  | 'dir'
  | 'inputMode'
  | 'lang'
  | 'max'
  | 'maxLength'
  | 'min'
  | 'pattern'
  | 'placeholder'
  | 'readOnly'
  | 'spellCheck'
> & { defaultValue?: string; minLength?: number }

export type FormOption = { value: string; label: ReactNode; isDisabled?: boolean }

// One member of the union for each kind, so that a kind tells which it is.
type Kind<Name extends string, Rest = unknown> = Name extends string ? Common & Rest & { kind: Name } : never

/** Something that a form asks for, as plain data. */
export type FormField =
  | Kind<'text' | 'email' | 'date' | 'datetime-local' | 'password', Attributes>
  | Kind<'long', Attributes & { rows?: number }>
  /** Why something is done: it stays in the audit log. */
  | Kind<'reason'>
  /** A text that is typed by hand before something that cannot be undone. */
  | Kind<'typed', { expect: string }>
  | Kind<'amount', { currency: string; maxMinor?: number }>
  | Kind<'ticks' | 'choice', { options: readonly FormOption[] }>
  | Kind<'select', { options: readonly (readonly [string, string])[]; any?: string; defaultValue?: string }>
  | Kind<'check', { defaultChecked?: boolean }>

type ValueOf<F extends FormField> = F['kind'] extends 'ticks'
  ? string[]
  : F['kind'] extends 'check'
    ? boolean
    : F['kind'] extends 'amount'
      ? number
      : string

/** What stands in the fields of a form when all of them are right. A sum is in minor units. */
export type FormValues<F extends FormField> = { [One in F as One['name']]: ValueOf<One> }

/** What stands in them meanwhile: a sum that cannot be read is `null`. */
export type LiveValues<F extends FormField> = {
  [One in F as One['name']]: ValueOf<One> extends number ? number | null : ValueOf<One>
}

/** Asks why, in most dialogs. */
export const REASON = { kind: 'reason', name: 'reason' } as const satisfies FormField

const LEAST_REASON = 3

/** Returns what stands in a form, by the names of its fields. */
export function readFields<F extends FormField>(fields: readonly F[], data: FormData): LiveValues<F> {
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, data)])) as LiveValues<F>
}

/** Returns the name of the first field that is not filled in right, `null` when all of them are. */
export function firstWrong(fields: readonly FormField[], data: FormData): string | null {
  return fields.find((field) => !isRight(field, readField(field, data)))?.name ?? null
}

function readField(field: FormField, data: FormData): string | string[] | boolean | number | null {
  const { kind, name } = field
  if (kind === 'ticks') return data.getAll(name).map(String)
  if (kind === 'check') return data.has(name)
  const text = String(data.get(name) ?? '')
  // Spaces belong to a password.
  if (kind === 'password') return text
  // Elsewhere they may be meant: they join letters and emoji, and part directions.
  if (kind === 'email' || kind === 'typed') return withoutMarks(text)
  if (kind !== 'amount') return text.trim()
  const currency = parseCurrency(field.currency)

  return currency && (parseAmountInput(text, currency)?.minor ?? null)
}

function isRight(field: FormField, value: ReturnType<typeof readField>): boolean {
  if (Array.isArray(value)) return value.length > 0 || field.isOptional === true
  if (typeof value === 'boolean') return true
  if (field.kind === 'amount') {
    return typeof value === 'number' && value <= (field.maxMinor ?? Number.POSITIVE_INFINITY)
  }
  const text = String(value ?? '')
  if (text === '' && field.isOptional) return true
  if (field.kind === 'typed') return text === field.expect
  if (field.kind === 'email') return isAddressShaped(text)
  if (field.kind === 'reason') return text.length >= LEAST_REASON

  return text.length >= (('minLength' in field && field.minLength) || 1)
}
