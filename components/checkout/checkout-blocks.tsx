'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useRef } from 'react'
import { OwnPhone } from '#components/esims/own-phone.tsx'
import { CompanyFields, readCompany } from '#components/finance/company-fields.tsx'
import { GiftFields, type GiftProblem, NO_GIFT } from '#components/orders/gift-fields.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import type { PaymentMethod, PaymentOffer } from '#lib/core/rules/payment-method.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'

/** One part of the page: what is asked for, and the fields of it. */
export function Block({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section
      className="border-t border-line py-7 [.ticket+&]:border-t-0 [section:first-of-type+&]:border-t-0"
      aria-labelledby={id}
    >
      <h2 id={id} className="mb-4 text-(length:--s2)">
        {heading}
      </h2>
      {children}
    </section>
  )
}

/** What the profile of whoever is signed in says of them. */
export type KnownBuyer = { email: string; company: CompanyData }

const NO_COMPANY: CompanyData = { company: '', taxNumber: '', postalAddress: '' }

type BuyerBlockProps = {
  value: string
  error: string | null
  /** The address that was probably meant; null when nothing looks wrong, or the buyer said that it is right. */
  suggestion: string | null
  question: RefObject<HTMLDivElement | null>
  onChange: (email: string) => void
  onKeep: () => void
  /** Whom an invoice is made out to, `null` where none is wanted. */
  invoice: CompanyData | null
  known: KnownBuyer | null
  invoiceError: string | null
  /** Whether one mail is wanted when no payment comes, `null` where the shop sends none. */
  remind: boolean | null
  onRemind: (isWanted: boolean) => void
  /** To whom the eSIMs go as a gift, `null` where they are the buyer's own. Left out where nothing can be given. */
  gift?: GiftInput | null
  giftProblem: GiftProblem
  onGift: (gift: GiftInput | null) => void
  onInvoice: (invoice: CompanyData | null) => void
}

/** Where the link goes, and whom an invoice is made out to. A mistyped address is questioned here, before any payment. */
export function BuyerBlock(props: BuyerBlockProps) {
  const { value, error, suggestion, question, onChange, onKeep, remind, onRemind } = props
  const { gift, giftProblem, onGift } = props
  const tGift = useTranslations('order.gift')
  const t = useTranslations('checkout.you')

  return (
    <Block id="contact" heading={t('heading')}>
      <TextField
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        label={t('email')}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite" ref={question} tabIndex={-1}>
        {suggestion ? (
          <Notice tone="wait" className="mt-2.5 items-center">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 basis-52 break-words">
                {t.rich('didYouMean', {
                  email: suggestion,
                  b: (chunks) => (
                    <b>
                      <bdi>{chunks}</bdi>
                    </b>
                  ),
                })}
              </span>
              <Button
                size="small"
                onClick={(event) => {
                  keepPlace(event.currentTarget, '#email')
                  onChange(suggestion)
                }}
              >
                {t('useIt')}
              </Button>
              <Button
                size="small"
                onClick={(event) => {
                  keepPlace(event.currentTarget, '#email')
                  onKeep()
                }}
              >
                {t('keepMine')}
              </Button>
            </div>
          </Notice>
        ) : null}
      </div>
      <Invoice {...props} />
      {gift === undefined ? null : (
        <CheckField
          id="gift"
          checked={gift !== null}
          onChange={(event) => onGift(event.target.checked ? NO_GIFT : null)}
        >
          {tGift('heading')}
        </CheckField>
      )}
      {gift ? <GiftFields gift={gift} problem={giftProblem} onChange={onGift} /> : null}
      {remind === null ? null : (
        <CheckField id="remind" checked={remind} onChange={(event) => onRemind(event.target.checked)}>
          {t('remind')}
        </CheckField>
      )}
    </Block>
  )
}

function Invoice({ invoice, known, invoiceError: error, onInvoice }: BuyerBlockProps) {
  const t = useTranslations('checkout.invoice')
  const labels = useTranslations('order.invoice')
  const fields = useRef<HTMLDivElement>(null)
  const read = () => {
    const data = new FormData()
    for (const field of fields.current?.querySelectorAll<HTMLInputElement>('[name]') ?? [])
      data.set(field.name, field.value)
    onInvoice(readCompany(data))
  }

  return (
    <div className="mt-3">
      <CheckField
        id="invoice"
        checked={invoice !== null}
        onChange={(event) => onInvoice(event.target.checked ? (known?.company ?? NO_COMPANY) : null)}
      >
        {t('ask')}
      </CheckField>
      {invoice === null ? null : (
        <div ref={fields} onInput={read} className="mt-2.5 grid gap-4">
          <CompanyFields
            known={invoice}
            labels={{
              company: labels('company'),
              address: labels('address'),
              addressHint: labels('addressHint'),
              taxNumber: labels('taxNumber'),
              taxNumberHint: labels('taxNumberHint'),
            }}
            isRequired
            missing={error}
          />
          <p className="small soft">{t('when')}</p>
        </div>
      )}
    </div>
  )
}

/** What the buyer has ticked. Terms and withdrawal information are one sentence, the phone is another. */
export type Agreed = { hasRead: boolean; deviceChecked: boolean }

type PaymentBlockProps = {
  /** How many eSIMs come with the order; none where all of it is for eSIMs that the buyer has. */
  count: number
  /** What the eSIM is called that a plan goes onto. */
  esim: 'esim' | 'sim'
  payment: PaymentOffer
  method: PaymentMethod | undefined
  agreed: Agreed
  error: string | null
  methodError: string | null
  onMethod: (method: PaymentMethod) => void
  onAgree: (agreed: Agreed) => void
}

/** How it is paid, and what is agreed to. Nothing is ticked beforehand. */
export function PaymentBlock(props: PaymentBlockProps) {
  const { count, esim, payment, method, agreed, error, methodError, onMethod, onAgree } = props
  const t = useTranslations('checkout.payment')
  const topUp = useTranslations('topup.checkout')
  const locale = toLocale(useLocale())
  const link = (path: string) => (chunks: ReactNode) => (
    <a className="text-link" href={localePath(locale, path)} target="_blank" rel="noreferrer">
      {chunks}
    </a>
  )

  return (
    <Block id="payment" heading={t('heading')}>
      <div id="payment-method" tabIndex={-1}>
        <PaymentMethods offer={payment} chosen={method} labelledBy="payment" onChoose={onMethod} />
        {methodError ? (
          <p className="field-error" role="alert">
            <Icon name="warning" />
            <span>{methodError}</span>
          </p>
        ) : null}
      </div>
      <div className="mt-4">
        <CheckField
          id="terms"
          checked={agreed.hasRead}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
          onChange={(event) => onAgree({ ...agreed, hasRead: event.target.checked })}
        >
          {(count === 0 ? topUp : t).rich('terms', {
            esim,
            esims: count === 1 ? 'one' : 'other',
            terms: link('/legal/terms'),
            withdrawal: link('/legal/withdrawal'),
          })}
        </CheckField>
        {error ? (
          <p className="field-error" id="terms-error">
            <Icon name="warning" />
            <span>{error}</span>
          </p>
        ) : null}
        {count > 0 ? (
          <>
            <CheckField
              id="device"
              checked={agreed.deviceChecked}
              onChange={(event) => onAgree({ ...agreed, deviceChecked: event.target.checked })}
            >
              {t.rich('device', { count, how: link('/compatibility') })}
            </CheckField>
            <OwnPhone />
          </>
        ) : null}
      </div>
    </Block>
  )
}

type PaymentMethodsProps = {
  offer: PaymentOffer
  chosen: PaymentMethod | undefined
  /** The id of the heading above. */
  labelledBy: string
  onChoose: (method: PaymentMethod) => void
}

/** How it is paid: a choice where there is one, otherwise what will happen. */
function PaymentMethods({ offer, chosen, labelledBy, onChoose }: PaymentMethodsProps) {
  const t = useTranslations('checkout')
  const { methods, transferDays } = offer
  const [only] = methods
  // That a test moves no money stands at the top of every page already.
  const hint = (method: PaymentMethod) =>
    method === 'test' ? null : t(`payment.methodHint.${method}`, { days: transferDays })
  if (!only) return <Notice tone="wait">{t('stopped.till_closed.body')}</Notice>
  if (methods.length === 1) {
    return (
      <div className="method method-chosen">
        <Icon name="payment" />
        <p>
          <b>{t(`payment.method.${only}`)}</b>
          {hint(only) ? <span className="small soft">{hint(only)}</span> : null}
        </p>
      </div>
    )
  }

  return (
    <fieldset className="methods" aria-labelledby={labelledBy}>
      {methods.map((method) => (
        <label key={method} className="method">
          <input
            type="radio"
            name="method"
            value={method}
            checked={method === chosen}
            aria-labelledby={`method-${method}`}
            aria-describedby={method === chosen && hint(method) ? `method-${method}-hint` : undefined}
            onChange={() => onChoose(method)}
          />
          <span>
            <b id={`method-${method}`}>{t(`payment.method.${method}`)}</b>
            {method === chosen && hint(method) ? (
              <span className="small soft" id={`method-${method}-hint`}>
                {hint(method)}
              </span>
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
