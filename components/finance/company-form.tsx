'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { CompanyFields, readCompany } from '#components/finance/company-fields.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { knownCode, type RequestFailure } from '#lib/core/client/request.ts'
import { useReturn } from '#lib/core/client/use-online.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import { issueInvoice } from '#lib/orders/client/orders.ts'

/** Whom an invoice is made out to. What the checkout or the profile knows stands in it already. */
export function CompanyForm({ orderId, known }: { orderId: string; known: CompanyData }) {
  const t = useTranslations('order.invoice')
  const { run, isSending, isDone, failure, clear } = useSending(async (company: CompanyData) =>
    window.location.assign(`/o/${orderId}/invoices/${await issueInvoice(orderId, company)}`),
  )
  const isOut = isSending || isDone
  useReturn(clear)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(readCompany(new FormData(event.currentTarget)))
  }

  return (
    <form className="stack" method="post" onSubmit={submit}>
      <Problem>{failure && t(`failed.${wordOf(failure)}`)}</Problem>
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
        <OnlineButton type="submit" tone="primary" disabled={isOut}>
          {t(isOut ? 'making' : 'make')}
        </OnlineButton>
      </p>
    </form>
  )
}

function wordOf({ code, details }: RequestFailure) {
  return code === 'offline' ? code : knownCode(details.reason, 'not_charged', 'too_many')
}
