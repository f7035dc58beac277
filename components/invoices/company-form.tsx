'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { AddressField } from '#components/invoices/address-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/client/ask.ts'
import { issueInvoice } from '#lib/client/orders.ts'
import { type CompanyData, PROFILE_LENGTHS } from '#lib/domain/profile.ts'

type CompanyFormProps = { orderId: string; known: CompanyData }
type State = 'idle' | 'sending' | 'not_charged' | 'too_many' | 'offline' | 'internal'

/** Whom an invoice is made out to. What the profile knows stands in it already. */
export function CompanyForm({ orderId, known }: CompanyFormProps) {
  const t = useTranslations('order.invoice')
  const [state, setState] = useState<State>('idle')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const read = (name: string) => String(fields.get(name) ?? '').trim()
    setState('sending')
    try {
      const company = {
        company: read('company'),
        taxNumber: read('tax-number'),
        postalAddress: read('postal-address').replaceAll('\r\n', '\n'),
      }
      window.location.assign(`/o/${orderId}/invoices/${await issueInvoice(orderId, company)}`)
    } catch (error) {
      setState(stateOf(error))
    }
  }

  return (
    <form className="stack" method="post" onSubmit={submit}>
      {state === 'idle' || state === 'sending' ? null : (
        <Notice tone="bad" role="alert">
          {t(`failed.${state}`)}
        </Notice>
      )}
      <TextField
        id="company"
        name="company"
        label={t('company')}
        defaultValue={known.company}
        autoComplete="organization"
        maxLength={PROFILE_LENGTHS.company}
        required
      />
      <AddressField label={t('address')} hint={t('addressHint')} value={known.postalAddress} isRequired />
      <TextField
        id="tax-number"
        name="tax-number"
        label={t('taxNumber')}
        hint={t('taxNumberHint')}
        defaultValue={known.taxNumber}
        maxLength={PROFILE_LENGTHS.taxNumber}
        dir="ltr"
      />
      <p>
        <Button type="submit" tone="primary" disabled={state === 'sending'}>
          {t(state === 'sending' ? 'making' : 'make')}
        </Button>
      </p>
    </form>
  )
}

function stateOf(error: unknown): State {
  const { code, details } = toFailure(error)
  if (code === 'offline') return 'offline'

  return (['not_charged', 'too_many'] as const).find((known) => known === details.reason) ?? 'internal'
}
