'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { CompanyFields, readCompany } from '#components/finance/company-fields.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/core/client/request.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import { issueInvoice } from '#lib/orders/client/orders.ts'

type CompanyFormProps = { orderId: string; known: CompanyData }
type State = 'idle' | 'sending' | 'not_charged' | 'too_many' | 'offline' | 'internal'

/** Whom an invoice is made out to. What the checkout or the profile knows stands in it already. */
export function CompanyForm({ orderId, known }: CompanyFormProps) {
  const t = useTranslations('order.invoice')
  const [state, setState] = useState<State>('idle')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const company = readCompany(new FormData(event.currentTarget))
    setState('sending')
    try {
      window.location.assign(`/o/${orderId}/invoices/${await issueInvoice(orderId, company)}`)
    } catch (error) {
      setState(stateOf(error))
    }
  }

  return (
    <form className="stack" method="post" onSubmit={submit}>
      <Problem>{state === 'idle' || state === 'sending' ? null : t(`failed.${state}`)}</Problem>
      <CompanyFields
        known={known}
        labels={{
          company: t('company'),
          address: t('address'),
          addressHint: t('addressHint'),
          taxNumber: t('taxNumber'),
          taxNumberHint: t('taxNumberHint'),
        }}
        isRequired
      />
      <p>
        <OnlineButton type="submit" tone="primary" disabled={state === 'sending'}>
          {t(state === 'sending' ? 'making' : 'make')}
        </OnlineButton>
      </p>
    </form>
  )
}

function stateOf(error: unknown): State {
  const { code, details } = toFailure(error)
  if (code === 'offline') return 'offline'

  return (['not_charged', 'too_many'] as const).find((known) => known === details.reason) ?? 'internal'
}
