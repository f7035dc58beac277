'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { focusGift, GiftFields, type GiftProblem, problemOf } from '#components/orders/gift-fields.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { changeGift, dropGift } from '#lib/orders/client/orders.ts'
import type { GiftView } from '#lib/orders/queries/gift.ts'

/** To whom the eSIMs of this order go, and when. It is changed or called off as long as it waits. */
export function GiftPanel({ orderId, gift }: { orderId: string; gift: GiftView }) {
  const t = useTranslations('order')
  const { refresh } = useRefresh()
  const { emailMasked: email, state, sendOn, sentAt, dueAt, isChangeable } = gift
  const start = { email: '', from: gift.from, message: gift.message, sendOn }
  const [typed, setTyped] = useState<typeof start | null>(null)
  const [problem, setProblem] = useState<GiftProblem>(null)
  const [isSending, setIsSending] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const values = { email: () => <bdi>{email}</bdi>, at: () => <LocalTime at={sentAt ?? dueAt} show="moment" /> }

  const send = async (action: () => Promise<unknown>) => {
    setIsSending(true)
    setHasFailed(false)
    try {
      await action()
      setTyped(null)
    } catch {
      setHasFailed(true)
    } finally {
      setIsSending(false)
      // What became of it, also where it went out meanwhile.
      refresh()
    }
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!typed) return
    const found = problemOf(typed)
    setProblem(found)
    if (found) return focusGift(found)
    keepPlace(event.currentTarget, '#gift h2')
    void send(() => changeGift(orderId, typed))
  }

  return (
    <Panel className="no-print" id="gift">
      <h2>{t('gift.heading')}</h2>
      <p className="soft">{t.rich(`gift.${state}`, values)}</p>
      {typed ? (
        <form noValidate onSubmit={save}>
          <GiftFields
            gift={typed}
            problem={problem}
            onChange={(gift) => {
              setTyped(gift)
              setProblem(null)
            }}
          />
          <p className="actions">
            <OnlineButton size="small" tone="ink" type="submit" disabled={isSending} says="offline-gift">
              {t('email.save')}
            </OnlineButton>
            <Button
              size="small"
              onClick={({ currentTarget }) => {
                keepPlace(currentTarget, '#gift-change')
                setTyped(null)
              }}
            >
              {t('email.cancel')}
            </Button>
          </p>
        </form>
      ) : isChangeable ? (
        <p className="actions mt-3">
          <OnlineButton
            id="gift-change"
            size="small"
            says="offline-gift"
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, '#gift-email')
              setTyped(start)
            }}
          >
            {t('gift.change')}
          </OnlineButton>
          <OnlineButton
            size="small"
            disabled={isSending}
            says="offline-gift"
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, '#gift h2', 'main h1')
              void send(() => dropGift(orderId))
            }}
          >
            {t('gift.drop')}
          </OnlineButton>
        </p>
      ) : null}
      <OfflineReason id="offline-gift" />
      <p className="small soft" role="status">
        {hasFailed ? t('email.failed') : null}
      </p>
    </Panel>
  )
}
