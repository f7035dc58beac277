'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useRef } from 'react'
import { Block } from '#components/checkout/block.tsx'
import { CompanyFields, readCompany } from '#components/finance/company-fields.tsx'
import { GiftFields, type GiftProblem, NO_GIFT } from '#components/orders/gift-fields.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { CompanyData } from '#lib/core/rules/company.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'

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
              <Button size="small" onClick={() => onChange(suggestion)}>
                {t('useIt')}
              </Button>
              <Button size="small" onClick={onKeep}>
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
