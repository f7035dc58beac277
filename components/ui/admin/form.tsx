'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type FormField,
  type FormValues,
  firstWrong,
  type LiveValues,
  readFields,
} from '#components/ui/admin/form-field.ts'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import type { Action, Message } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { AreaField, CheckField, fieldDescription, TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { isSameValue } from '#lib/core/rules/records.ts'

/** Something shown, which may depend on what is typed. */
type Live<F extends FormField> = ReactNode | ((live: LiveValues<F>) => ReactNode)

type FormProps<F extends FormField> = {
  action: Action<FormValues<F>>
  /** Its fields are called by it and their names. */
  id?: string
  fields?: readonly F[]
  /** The id of the first control among the children that is not right. */
  check?: (() => string | null) | undefined
  press: Live<F>
  /** What the button says meanwhile. */
  busy?: ReactNode
  tone?: 'primary' | 'ink' | 'outline'
  size?: 'small' | 'normal'
  /** Whether there is anything to send. */
  isReady?: boolean
  /** Whether what was typed stays after it was sent. */
  isKept?: boolean
  /** `notice`: what came of it stands above the button and takes the focus; else it stands beside the button. */
  variant?: 'notice' | 'line'
  className?: string
  message?: Message | null
  /** Beside the button. */
  beside?: Live<F>
  children?: Live<F>
}

/**
 * Fields with what is wrong beside each, one button, and what came of pressing it. The browser keeps what is typed; the
 * first field that is wrong has the focus.
 */
export function Form<const F extends FormField = never>({
  action,
  id: given,
  fields = [],
  check,
  press,
  busy,
  tone = 'ink',
  size = 'normal',
  isReady = true,
  isKept = false,
  variant = 'line',
  className = 'grid gap-3',
  message = action.message,
  beside,
  children,
}: FormProps<F>) {
  const t = useTranslations('action')
  const own = useId()
  const id = given ?? own
  const [wrong, setWrong] = useState<string | null>(null)
  const [typed, setTyped] = useState<FormData | null>(null)
  const live = readFields(fields, typed ?? new FormData())
  const show = (one: Live<F>) => (typeof one === 'function' ? one(live) : one)
  const { failure, isSending } = action
  const refused = fields.find((field) => isAbout(field, action))?.name

  useEffect(() => {
    if (failure && refused) focusOn(`${id}-${refused}`)
  }, [failure, refused, id])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const found = firstWrong(fields, data) ?? firstInvalid(fields, form)
    setWrong(found)
    const first = found ? `${id}-${found}` : (check?.() ?? null)
    if (first) return focusOn(first)
    const sent = readFields(fields, data)
    if (!(await action.run(sent as FormValues<F>)) || isKept) return
    // What was typed on while it was on its way is not sent yet.
    if (!isSameValue(readFields(fields, new FormData(form)), sent)) return
    form.reset()
    setTyped(null)
  }

  const told = <ActionMessage message={refused ? null : message} variant={variant} />

  return (
    <form
      id={id}
      className={className}
      noValidate
      onSubmit={submit}
      onInput={({ currentTarget, target }) => {
        setTyped(new FormData(currentTarget))
        if ((target as HTMLInputElement).name === wrong) setWrong(null)
      }}
    >
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          typed={String(typed?.get(field.name) ?? '')}
          isWrong={field.name === wrong}
          refusal={field.name === refused ? message?.text : null}
        />
      ))}
      {show(children)}
      {variant === 'notice' ? told : null}
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {/* Not disabled meanwhile: that would take the focus away. */}
        <Button type="submit" tone={tone} size={size} disabled={!isReady} aria-disabled={isSending || undefined}>
          {isSending ? (busy ?? t('sending')) : show(press)}
        </Button>
        {show(beside)}
        {variant === 'line' ? told : null}
      </div>
    </form>
  )
}

/** Tells whether a refusal is about a field. */
function isAbout({ name, reasons = [] }: FormField, { failure }: Pick<Action<never>, 'failure'>): boolean {
  if (!failure) return false
  const { reason, fields } = failure.details

  return (Array.isArray(fields) && fields.includes(name)) || (typeof reason === 'string' && reasons.includes(reason))
}

/** The first field that the browser itself finds wrong: a day out of bounds, a text of another shape. */
function firstInvalid(fields: readonly FormField[], form: HTMLFormElement): string | null {
  const isInvalid = ({ name }: FormField) => {
    const element = form.elements.namedItem(name)

    return element instanceof HTMLInputElement && !element.validity.valid
  }

  return fields.find(isInvalid)?.name ?? null
}

function focusOn(id: string): void {
  const element = document.getElementById(id)
  const control = element?.matches('fieldset') ? element.querySelector<HTMLElement>(':enabled') : element
  control?.focus()
}

type ActionMessageProps = { message: Message | null; variant: 'notice' | 'line'; hint?: ReactNode }

/**
 * What came of an action, heard as well as seen. A notice takes the focus, a line where the focus was lost. `hint` stands there
 * before, and takes none.
 */
export function ActionMessage({ message, variant, hint }: ActionMessageProps) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { activeElement: at, body } = document
    const isLost = at === null || at === body || at.contains(region.current) || at.matches(':disabled')
    if (message && (isLost || (variant === 'notice' && region.current?.parentElement?.contains(at)))) {
      region.current?.focus()
    }
  }, [message, variant])
  const isBad = message?.tone === 'bad'
  const text = message ? (
    variant === 'notice' ? (
      <Notice tone={message.tone}>{message.text}</Notice>
    ) : (
      message.text
    )
  ) : null

  return (
    <div ref={region} tabIndex={-1} className={variant === 'line' ? 'text-small text-ink-soft' : undefined}>
      <div role="status">{isBad ? null : (text ?? hint)}</div>
      {isBad ? (
        <div role="alert" className={variant === 'line' ? 'text-rust' : undefined}>
          {text}
        </div>
      ) : null}
    </div>
  )
}

type ControlProps = { id: string; field: FormField; typed: string; isWrong: boolean; refusal: ReactNode }

/** One field with its label, its hint and what is wrong with it. */
function FieldControl({ id, field, typed, isWrong, refusal }: ControlProps) {
  const t = useTranslations('action')
  const tag = useTag()
  const { name, hint } = field
  const say = (text: string) => (isWrong ? (field.wrong ?? text) : null)
  const about = (label?: string, text = t('failed.bad_input')) => ({
    ...{ id, name, label: field.label ?? label, hint },
    error: refusal ?? say(text),
  })
  if (field.kind === 'reason') {
    return <TextField {...about(t('reason'), t('wrong.reason'))} maxLength={500} autoComplete="off" />
  }
  if (field.kind === 'typed') {
    const { expect } = field
    const count = t('typedCount', { typed: Math.min(typed.trim().length, expect.length), all: expect.length })

    return (
      <TextField
        {...about(t('typed', { expect }), t('wrong.typed', { expect }))}
        hint={count}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
      />
    )
  }
  if (field.kind === 'amount') {
    const { currency, maxMinor } = field
    const max = maxMinor === undefined ? '' : sumText(maxMinor, currency, tag)
    const text = maxMinor === undefined ? t('wrong.amount') : t('wrong.most', { most: max })

    return (
      <TextField
        {...about(t('amount', { currency, most: max }), text)}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
      />
    )
  }
  if (field.kind === 'check') {
    const described = hint ? `${id}-hint` : undefined

    return (
      <div className="grid gap-1.5">
        <CheckField id={id} name={name} defaultChecked={field.defaultChecked} aria-describedby={described}>
          {field.label}
        </CheckField>
        <Hint id={id}>{hint}</Hint>
      </div>
    )
  }
  if (field.kind === 'ticks' || field.kind === 'choice') {
    const { error } = about(undefined, field.kind === 'ticks' ? t('wrong.ticks') : t('failed.bad_input'))

    return (
      // A set of fields is as wide as its longest line otherwise: on a phone, wider than its dialog.
      <fieldset
        id={id}
        className="grid max-h-64 min-w-0 gap-1 overflow-y-auto [&_.a-id]:wrap-anywhere [&_.a-id]:whitespace-normal"
      >
        <legend className="mb-1 text-small">{field.label}</legend>
        {field.options.map(({ value, label, isDisabled = false }) => (
          <label key={value} className="check">
            <input
              type={field.kind === 'ticks' ? 'checkbox' : 'radio'}
              name={name}
              value={value}
              disabled={isDisabled}
              aria-describedby={fieldDescription(id, { hint, error })['aria-describedby']}
            />
            <span>{label}</span>
          </label>
        ))}
        <Hint id={id}>{hint}</Hint>
        {error ? (
          <p id={`${id}-error`} className="field-error">
            {error}
          </p>
        ) : null}
      </fieldset>
    )
  }
  if (field.kind === 'select') return <ChoiceField {...attributesOf(field)} {...about()} />
  if (field.kind === 'long') return <AreaField {...attributesOf(field)} {...about()} />
  const { kind } = field
  const text = kind === 'email' ? t('wrong.email') : t('failed.bad_input')

  return <TextField autoComplete="off" {...attributesOf(field)} {...about(undefined, text)} type={kind} />
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null

  return (
    <p id={`${id}-hint`} className="field-hint">
      {children}
    </p>
  )
}

type Plain = Exclude<FormField, { kind: 'reason' | 'typed' | 'amount' | 'ticks' | 'choice' | 'check' }>

/** What the control of a field is given as it is. */
function attributesOf<F extends Plain>(field: F) {
  const { kind: _, label: _label, hint: _hint, wrong: _wrong, isOptional, reasons: _reasons, ...attributes } = field

  return { ...attributes, minLength: undefined, 'aria-required': !isOptional }
}
