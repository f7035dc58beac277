'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call, type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { readPin } from '#lib/esims/client/shares.ts'
import type { openShareCall } from '#lib/esims/schema.ts'

const DIGITS = 6

/** Asks for the PIN of a link. A wrong one says how many tries are left; the page itself says when there are none. */
export function PinForm({ token }: { token: string }) {
  const t = useTranslations('share.ask')
  const { refresh } = useRefresh()
  const field = useRef<HTMLDivElement>(null)
  const [input, setInput] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<RequestFailure | 'short' | null>(null)
  const left = failure instanceof Error && failure.code === 'bad_input' ? Number(failure.details.left ?? 0) : null

  const refuse = (why: RequestFailure | 'short') => {
    setFailure(why)
    setIsSending(false)
    field.current?.querySelector('input')?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const pin = readPin(input)
    if (pin.length !== DIGITS) return refuse('short')
    setIsSending(true)
    setFailure(null)
    const goOn = () => {
      // The form goes with the page it stood on; its reader goes on at the top of the next one.
      keepPlace(form, 'main h1')
      refresh()
    }
    try {
      await call<typeof openShareCall>('POST /api/shares/open', { body: { token, pin } })
      goOn()
    } catch (thrown) {
      const failed = toFailure(thrown)
      setInput('')
      // It has ended meanwhile: the page has its own words for how.
      if (failed.code === 'gone' || failed.code === 'not_found') return goOn()
      refuse(failed)
    }
  }

  return (
    <form className="grid max-w-104 gap-5" noValidate onSubmit={submit}>
      <div ref={field}>
        <TextField
          id="pin"
          className="font-display text-(length:--s4)/[1.2] font-semibold tracking-[0.2em] tabular-nums"
          label={t('pin')}
          hint={t('hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          value={input}
          error={failure === 'short' ? t('short') : left === null ? null : t('wrong', { left })}
          onChange={(event) => setInput(event.target.value)}
        />
      </div>
      <Problem>
        {failure instanceof Error && left === null
          ? t(failure.code === 'rate_limited' || failure.code === 'offline' ? failure.code : 'failed', {
              minutes: failure.waitMinutes,
            })
          : null}
      </Problem>
      <OnlineButton tone="primary" type="submit" wide disabled={isSending}>
        {t(isSending ? 'opening' : 'open')}
      </OnlineButton>
      <noscript>
        <Notice tone="wait">{t('noScript')}</Notice>
      </noscript>
    </form>
  )
}
