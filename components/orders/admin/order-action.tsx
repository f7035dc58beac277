'use client'

import { useTranslations } from 'next-intl'
import { ActionButton, type ActionTexts } from '#components/ui/admin/action-dialog.tsx'
import type { Message } from '#components/ui/admin/use-action.ts'
import { CHOICE, type PreparedCall } from '#lib/core/client/prepare-call.ts'
import { request } from '#lib/core/client/request.ts'

/** An action as plain data: what its dialog says, what it asks for, and where that is sent. */
export type OrderActionSpec = ActionTexts & {
  call: PreparedCall
  /** Sent with a key, so that it happens once however often it is pressed. */
  isOnce?: boolean
}

type OrderActionProps = { spec: OrderActionSpec; label?: string; variant?: 'primary' | 'small' | 'normal' }

/** What a route says after an action. Every part is there for some of them only. */
type Answer = {
  outcome?: string
  answered?: boolean
  esims?: number
  newCodes?: number
  iccid?: string
  activationCode?: string
}

const OUTCOMES = ['moved', 'waiting', 'found', 'nothing'] as const

/** A button for an action on an order or its eSIMs, with what came of it in the words of orders. */
export function OrderAction({ spec: { call, isOnce, ...texts }, label, variant }: OrderActionProps) {
  const t = useTranslations('admin-acts')
  const tAction = useTranslations('action')

  function send({ choice, ...values }: Record<string, unknown>, onceKey: string) {
    const path = call.path.replace(CHOICE, encodeURIComponent(String(choice))) as `/api/${string}`
    const body = { ...call.body, ...values }

    return request<Answer>(path, { method: 'POST', body, ...(isOnce ? { onceKey } : {}) })
  }

  function tell({ outcome, answered, esims = 0, newCodes = 0, iccid = '', activationCode }: Answer): Message {
    // Nothing was changed: it may be tried again.
    if (outcome === 'no_answer') return { tone: 'wait', text: t('outcome.no_answer'), isOpen: true }
    if (activationCode) {
      const text = (
        <>
          <p>{t('outcome.code', { iccid })}</p>
          <p className="a-id wrap-anywhere whitespace-normal font-semibold">{activationCode}</p>
        </>
      )

      return { tone: 'good', text }
    }
    if (answered !== undefined) {
      const text = answered ? t('outcome.record', { esims, newCodes }) : t('outcome.recordSilent')

      return { tone: answered ? 'good' : 'wait', text }
    }
    const known = OUTCOMES.find((one) => one === outcome)
    const isOpen = known === 'waiting' || known === 'nothing'

    return { tone: isOpen ? 'wait' : 'good', text: known ? t(`outcome.${known}`) : tAction('done') }
  }

  return <ActionButton {...texts} {...{ label, variant, send, tell }} roomTexts={t} />
}
