'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type BulkName, BulkResults, type TitledResult } from '#components/ui/admin/bulk/bulk-results.tsx'
import { useTicks } from '#components/ui/admin/bulk/use-ticks.ts'
import { Button } from '#components/ui/button.tsx'
import { actOnOrders, type BulkAct } from '#lib/checkout/client/backoffice.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { exportAddress } from '#lib/core/rules/list-exports.ts'

type BulkBarProps = {
  may: { mail: boolean; note: boolean; export: boolean }
  colleagues: { id: string; name: string }[]
}

/** What can be done to the ticked rows of a list, and what became of each. */
export function BulkBar({ may, colleagues }: BulkBarProps) {
  const t = useTranslations('admin-hands.bulk')
  const router = useRouter()
  const { ticks, clear } = useTicks()
  const [tag, setTag] = useState('')
  const [staffId, setStaffId] = useState('')
  const [isSending, setSending] = useState(false)
  const [done, setDone] = useState<{ name: BulkName; rows: TitledResult[] } | null>(null)

  async function send(act: BulkAct) {
    const name = act.act === 'tag' && !act.isSet ? 'untag' : act.act
    setSending(true)
    const numbers = new Map(ticks.map(({ id, number }) => [id, number]))
    const ids = ticks.map(({ id }) => id)
    try {
      const rows = await actOnOrders(ids, act)
      setDone({ name, rows: rows.map((row) => ({ ...row, number: numbers.get(row.id) ?? row.id })) })
      clear()
      router.refresh()
    } catch (thrown) {
      const { code: reason } = toFailure(thrown)
      setDone({
        name,
        rows: ticks.map(({ id, number }) => ({ id, number, outcome: 'refused', reason })),
      })
    } finally {
      setSending(false)
    }
  }
  const ids = ticks.map(({ id }) => id).join(',')

  return (
    <>
      <div role="status" className="a-did">
        {done ? <BulkResults act={done.name} rows={done.rows} onClose={() => setDone(null)} /> : null}
      </div>
      {ticks.length > 0 ? (
        <div className="a-bulk" role="toolbar" aria-label={t('label', { count: ticks.length })}>
          <b>{t('ticked', { count: ticks.length })}</b>
          {may.mail ? (
            <Button size="small" disabled={isSending} onClick={() => send({ act: 'resend' })}>
              {t('resend')}
            </Button>
          ) : null}
          {may.note ? (
            <form
              className="a-row"
              onSubmit={(event) => {
                event.preventDefault()
                if (tag.trim() !== '') void send({ act: 'tag', tag: tag.trim(), isSet: true })
              }}
            >
              <input
                className="input"
                aria-label={t('tagName')}
                placeholder={t('tagName')}
                value={tag}
                maxLength={40}
                autoComplete="off"
                onChange={({ target }) => setTag(target.value)}
              />
              <Button type="submit" size="small" disabled={isSending || tag.trim() === ''}>
                {t('tag')}
              </Button>
              <Button
                size="small"
                disabled={isSending || tag.trim() === ''}
                onClick={() => send({ act: 'tag', tag: tag.trim(), isSet: false })}
              >
                {t('untag')}
              </Button>
            </form>
          ) : null}
          {may.note ? (
            <span className="a-row">
              <select
                className="input"
                aria-label={t('colleague')}
                value={staffId}
                onChange={({ target }) => setStaffId(target.value)}
              >
                <option value="">{t('nobody')}</option>
                {colleagues.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
              <Button
                size="small"
                disabled={isSending}
                onClick={() => send({ act: 'assign', staffId: staffId === '' ? null : staffId })}
              >
                {t('assign')}
              </Button>
            </span>
          ) : null}
          {may.export ? (
            <a className="btn btn-small" href={exportAddress('orders', `ids=${ids}`)} download>
              {t('export')}
            </a>
          ) : null}
          <Button size="small" onClick={clear}>
            {t('clear')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
