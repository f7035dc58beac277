'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { actOnOrders } from '#lib/checkout/client/backoffice.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { exportAddress } from '#lib/core/rules/lists.ts'
import type { BulkAct, BulkResult } from '#lib/orders/schema.ts'

type BulkBarProps = {
  may: { mail: boolean; note: boolean; export: boolean }
  colleagues: { id: string; name: string }[]
}

/** What can be done to the ticked rows of a list, and what became of each. */
export function BulkBar({ may, colleagues }: BulkBarProps) {
  const t = useTranslations('admin-bulk.bulk')
  const router = useRouter()
  const { selection, clear } = useSelection()
  const [tag, setTag] = useState('')
  const [staffId, setStaffId] = useState('')
  const [isSending, setSending] = useState(false)
  const [done, setDone] = useState<{ name: BulkName; rows: TitledResult[] } | null>(null)

  async function send(act: BulkAct) {
    const name = act.act === 'tag' && !act.isSet ? 'untag' : act.act
    setSending(true)
    const numbers = new Map(selection.map(({ id, number }) => [id, number]))
    const ids = selection.map(({ id }) => id)
    try {
      const rows = await actOnOrders(ids, act)
      setDone({ name, rows: rows.map((row) => ({ ...row, number: numbers.get(row.id) ?? row.id })) })
      clear()
      router.refresh()
    } catch (thrown) {
      const { code: reason } = toFailure(thrown)
      setDone({
        name,
        rows: selection.map(({ id, number }) => ({ id, number, outcome: 'refused', reason })),
      })
    } finally {
      setSending(false)
    }
  }
  const ids = selection.map(({ id }) => id).join(',')

  return (
    <>
      <div role="status" className="a-did">
        {done ? <BulkResults act={done.name} rows={done.rows} onClose={() => setDone(null)} /> : null}
      </div>
      {selection.length > 0 ? (
        <div className="a-bulk" role="toolbar" aria-label={t('label', { count: selection.length })}>
          <b>{t('ticked', { count: selection.length })}</b>
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

/** What was done, as the results are headed. */
type BulkName = BulkAct['act'] | 'untag'

/** How an act ended for an order, with the number a person knows it by. */
type TitledResult = BulkResult & { number: string }

type BulkResultsProps = { act: BulkName; rows: TitledResult[]; onClose: () => void }

/** What became of each row of an act on several. */
function BulkResults({ act, rows, onClose }: BulkResultsProps) {
  const t = useTranslations('admin-bulk')
  const done = rows.filter(({ outcome }) => outcome === 'done').length

  return (
    <section className="a-panel" aria-label={t('bulk.results')}>
      <div className="a-ph">
        <h2>{t(`bulk.did.${act}`, { done, count: rows.length })}</h2>
        <Button className="a-ph-end" size="small" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </div>
      <ul className="a-results">
        {rows.map(({ id, number, outcome, reason }) => (
          <li key={id}>
            <GoLink className="a-id a-link" href={`/admin/orders/${id}`}>
              {number}
            </GoLink>
            <Mark tone={outcome === 'done' ? 'ok' : 'stop'}>
              {outcome === 'done' ? t('bulk.done') : knownWords(t, 'failed', reason ?? 'internal')}
            </Mark>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A ticked row of the table on the page. */
type Tick = { id: string; number: string }

const ROW = 'input[data-tick]'
const ALL = 'input[data-tick-all]'

/** The ticked rows of the page's table, which the server has drawn; and how to take every tick off. */
function useSelection(): { selection: Tick[]; clear: () => void } {
  const [selection, setSelection] = useState<Tick[]>([])

  const read = useCallback(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>(ROW)]
    const ticked = boxes.filter(({ checked }) => checked)
    const all = document.querySelector<HTMLInputElement>(ALL)
    if (all) {
      all.checked = boxes.length > 0 && ticked.length === boxes.length
      all.indeterminate = ticked.length > 0 && ticked.length < boxes.length
    }
    setSelection(ticked.map(({ value, dataset }) => ({ id: value, number: dataset.tick ?? '' })))
  }, [])

  useEffect(() => {
    const change = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      if (target.matches(ALL)) selectAll(target.checked)
      if (target.matches(`${ROW}, ${ALL}`)) read()
    }
    document.addEventListener('change', change)
    read()

    return () => document.removeEventListener('change', change)
  }, [read])

  const clear = useCallback(() => {
    selectAll(false)
    read()
  }, [read])

  return { selection, clear }
}

function selectAll(isTicked: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>(ROW)) box.checked = isTicked
}
