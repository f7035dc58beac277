'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type ActField, type ActSpec, NOTHING_TYPED, type Typed } from '#components/orders/admin/act-spec.ts'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { sumText } from '#components/ui/admin/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { ask, mayReadAgain, toFailure } from '#lib/core/client/ask.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'

type ActButtonProps = {
  spec: ActSpec
  /** What the button says; the act's own word without it. */
  label?: string
  look?: 'primary' | 'small' | 'normal'
}

/** A button that says what an act does, asks once, carries it out and shows what came of it. */
export function ActButton({ spec, label = spec.press, look = 'normal' }: ActButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const tone = look === 'primary' ? 'primary' : 'outline'

  return (
    <>
      <Button tone={tone} size={look === 'small' ? 'small' : 'normal'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ActDialog spec={spec} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

type DialogProps = { spec: ActSpec; isOpen: boolean; onClose: () => void }

function ActDialog({ spec, isOpen, onClose }: DialogProps) {
  const id = useId()

  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy={`${id}-title`}>
      <ActForm id={id} spec={spec} onClose={onClose} />
    </Dialog>
  )
}

function ActForm({ id, spec, onClose }: { id: string; spec: ActSpec; onClose: () => void }) {
  const t = useTranslations('admin-acts.dialog')
  const router = useRouter()
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED)
  const [problem, setProblem] = useState<Problem>(null)
  const [result, setResult] = useState<ActResult | null>(null)
  const [isSending, setSending] = useState(false)
  const once = useRef(crypto.randomUUID())
  const said = useRef<HTMLDivElement>(null)
  const isOver = result?.isDone ?? false

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = problemOf(spec, typed)
    setProblem(wrong)
    if (wrong) return document.getElementById(`${id}-${wrong}`)?.focus()
    setSending(true)
    const answer = await sendAct(spec, { typed, onceKey: once.current })
    setResult(answer)
    setSending(false)
    if (answer.isDone || answer.mayRead) router.refresh()
    requestAnimationFrame(() => said.current?.focus())
  }

  return (
    <form className="a-act" noValidate onSubmit={submit}>
      <h2 id={`${id}-title`}>{spec.title}</h2>
      {isOver ? null : (
        <>
          <p className={spec.tone === 'danger' ? 'a-act-warn' : 'a-soft'}>{spec.effect}</p>
          <ActFields
            id={id}
            fields={spec.fields}
            typed={typed}
            problem={problem}
            onType={(change) => {
              setTyped((before) => ({ ...before, ...change }))
              setProblem(null)
            }}
          />
        </>
      )}
      <div ref={said} tabIndex={-1} role="status">
        {result ? <ResultNotice result={result} /> : null}
      </div>
      <div className="a-row">
        {isOver ? null : (
          <Button type="submit" tone={spec.tone === 'danger' ? 'ink' : 'primary'} disabled={isSending}>
            {isSending ? t('sending') : spec.press}
          </Button>
        )}
        <Button onClick={onClose}>{t(isOver ? 'close' : 'leave')}</Button>
      </div>
    </form>
  )
}

/** What a route says after an act. Every part is there for some of them only. */
type Answer = {
  outcome?: string
  answered?: boolean
  esims?: number
  newCodes?: number
  iccid?: string
  activationCode?: string
}

/** What came of an act: done with what was answered, or the code of the refusal, and whether the page may be read again. */
type ActResult = { isDone: true; answer: Answer } | { isDone: false; code: string; mayRead: boolean }

/** Sends an act and returns what came of it. Never throws. */
async function sendAct(spec: ActSpec, { typed, onceKey }: { typed: Typed; onceKey: string }): Promise<ActResult> {
  try {
    const key = spec.isOnce ? { onceKey } : {}
    const answer = await ask<Answer>(toPath(spec, typed), { method: 'POST', body: toBody(spec, typed), ...key })

    return answer.outcome === 'no_answer'
      ? { isDone: false, code: 'no_answer', mayRead: true }
      : { isDone: true, answer }
  } catch (thrown) {
    const { code, details } = toFailure(thrown)

    return {
      isDone: false,
      code: typeof details.reason === 'string' ? details.reason : code,
      mayRead: mayReadAgain(thrown),
    }
  }
}

/** What came of an act, in words. */
function ResultNotice({ result }: { result: ActResult }) {
  const t = useTranslations('admin-acts')
  if (!result.isDone) {
    const { code } = result
    if (code === 'no_answer') return <Notice tone="wait">{t('outcome.no_answer')}</Notice>
    const known = hasWords(t, 'failed', code) ? code : 'internal'

    return <Notice tone="bad">{t(`failed.${known}` as 'failed.internal')}</Notice>
  }
  const { answer } = result
  if (answer.activationCode) {
    return (
      <Notice tone="good">
        <p>{t('dialog.code', { iccid: answer.iccid ?? '' })}</p>
        <p className="a-id a-wrap-id a-strong">{answer.activationCode}</p>
      </Notice>
    )
  }
  if (answer.answered !== undefined) {
    const { answered, esims = 0, newCodes = 0 } = answer

    return (
      <Notice tone={answered ? 'good' : 'wait'}>
        {answered ? t('outcome.record', { esims, newCodes }) : t('outcome.recordSilent')}
      </Notice>
    )
  }

  return <Notice tone={toneOf(answer.outcome)}>{t(`outcome.${outcomeOf(answer.outcome)}`)}</Notice>
}

const OUTCOMES = ['moved', 'waiting', 'found', 'nothing'] as const

function outcomeOf(outcome: string | undefined): (typeof OUTCOMES)[number] | 'done' {
  return OUTCOMES.find((one) => one === outcome) ?? 'done'
}

function toneOf(outcome: string | undefined): Tone {
  return outcome === 'waiting' || outcome === 'nothing' ? 'wait' : 'good'
}

type FieldsProps = {
  id: string
  fields: ActField[]
  typed: Typed
  problem: Problem
  onType: (change: Partial<Typed>) => void
}

/** The fields of an act, in their order. */
function ActFields({ id, fields, typed, problem, onType }: FieldsProps) {
  return fields.map((field) => (
    <One
      key={field.kind}
      id={`${id}-${field.kind}`}
      field={field}
      typed={typed}
      isWrong={problem === field.kind}
      onType={onType}
    />
  ))
}

type OneProps = { id: string; field: ActField; typed: Typed; isWrong: boolean; onType: FieldsProps['onType'] }

function One({ id, field, typed, isWrong, onType }: OneProps) {
  const t = useTranslations('admin-acts.dialog')
  const tag = intlTag(toLocale(useLocale()))
  if (field.kind === 'reason') {
    return (
      <TextField
        id={id}
        label={t('reason')}
        error={isWrong ? t('reasonMissing') : null}
        value={typed.reason}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => onType({ reason: event.target.value })}
      />
    )
  }
  if (field.kind === 'typed') {
    const { expect } = field

    return (
      <TextField
        id={id}
        label={t('typed', { expect })}
        hint={t('typedCount', { typed: Math.min(typed.typed.trim().length, expect.length), all: expect.length })}
        error={isWrong ? t('typedWrong', { expect }) : null}
        value={typed.typed}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onType({ typed: event.target.value })}
      />
    )
  }
  if (field.kind === 'email') {
    return (
      <TextField
        id={id}
        type="email"
        label={t('email')}
        error={isWrong ? t('emailWrong') : null}
        value={typed.email}
        dir="ltr"
        autoComplete="off"
        onChange={(event) => onType({ email: event.target.value })}
      />
    )
  }
  if (field.kind === 'cards') {
    return (
      <fieldset className="a-pick">
        <legend>{t('cards')}</legend>
        {field.esims.map(({ value, label, isDisabled }) => (
          <CheckField
            key={value}
            checked={typed.esims.includes(value)}
            disabled={isDisabled ?? false}
            onChange={({ target }) =>
              onType({ esims: target.checked ? [...typed.esims, value] : typed.esims.filter((one) => one !== value) })
            }
          >
            <span className="a-id">{label}</span>
          </CheckField>
        ))}
        {isWrong ? <p className="field-error">{t('cardsMissing')}</p> : null}
      </fieldset>
    )
  }
  if (field.kind === 'choice') {
    return (
      <fieldset className="a-pick">
        <legend>{field.label}</legend>
        {field.options.map(({ value, label, isDisabled }) => (
          <label key={value} className="check">
            <input
              type="radio"
              name={id}
              checked={typed.choice === value}
              disabled={isDisabled ?? false}
              onChange={() => onType({ choice: value })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    )
  }
  const most = sumText(field.mostMinor, field.currency, tag)

  return (
    <TextField
      id={id}
      label={t('amount', { currency: field.currency, most })}
      error={isWrong ? t('amountWrong', { most }) : null}
      value={typed.amount}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      onChange={(event) => onType({ amount: event.target.value })}
    />
  )
}

const LEAST_WORDS = 3

/** Which field is not filled in right, by its kind; `null` when all of them are. */
type Problem = ActField['kind'] | null

/** Returns the first field of an act that is not filled in right. */
function problemOf({ fields }: ActSpec, typed: Typed): Problem {
  return fields.find((field) => !isRight(field, typed))?.kind ?? null
}

/** Returns the body of an act, made of what was typed. All fields must be right. */
function toBody({ body = {}, fields }: ActSpec, typed: Typed): Record<string, unknown> {
  const parts = fields.map((field) => partOf(field, typed))

  return Object.assign({}, body, ...parts)
}

/** Returns the address of an act: the value of the choice stands in the place of `:choice`. */
function toPath({ path }: ActSpec, { choice }: Typed): `/api/${string}` {
  return path.replace(':choice', encodeURIComponent(choice)) as `/api/${string}`
}

function isRight(field: ActField, typed: Typed): boolean {
  if (field.kind === 'reason') return typed.reason.trim().length >= LEAST_WORDS
  if (field.kind === 'typed') return typed.typed.trim() === field.expect
  if (field.kind === 'email') return isAddressShaped(typed.email.trim())
  if (field.kind === 'cards') return typed.esims.length > 0
  if (field.kind === 'choice') return typed.choice !== ''
  const minor = amountOf(field, typed)
  if (minor === null) return false

  return minor <= field.mostMinor
}

function partOf(field: ActField, typed: Typed): Record<string, unknown> {
  if (field.kind === 'reason') return { reason: typed.reason.trim() }
  if (field.kind === 'typed') return { [field.name]: typed.typed.trim() }
  if (field.kind === 'email') return { email: typed.email.trim() }
  if (field.kind === 'cards') return { esimIds: typed.esims }
  // A choice that stands in the address is no part of the body.
  if (field.kind === 'choice') return field.name === '' ? {} : { [field.name]: typed.choice || null }

  return { amountMinor: amountOf(field, typed) }
}

function amountOf({ currency }: { currency: string }, { amount }: Typed): number | null {
  const code = parseCurrency(currency)

  return code ? (parseTypedAmount(amount, code)?.minor ?? null) : null
}
