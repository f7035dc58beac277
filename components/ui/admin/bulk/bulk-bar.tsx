'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { failureText } from '#components/ui/admin/known-label.ts'
import { Mark } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { runBulkAction } from '#lib/checkout/client/backoffice.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { exportAddress } from '#lib/core/rules/lists.ts'
import type { BulkAction, BulkResult } from '#lib/orders/schema.ts'

type BulkBarProps = {
  /** The ids of the rows that the table shows. */
  shown: readonly string[]
  may: { mail: boolean; note: boolean; export: boolean }
  colleagues: { id: string; name: string }[]
}

/** What can be done to the ticked rows of a list, and what became of each. */
export function BulkBar({ shown, may, colleagues }: BulkBarProps) {
  const t = useTranslations('admin-bulk')
  const tAdmin = useTranslations('admin')
  const { selection, clear } = useSelection(shown)
  const [done, setDone] = useState<{ name: BulkName; rows: TitledResult[] } | null>(null)
  const bulk = useAction({
    send: async (action: BulkAction) => {
      const rows = await runBulkAction(
        selection.map(({ id }) => id),
        action,
      )
      const numbers = new Map(selection.map(({ id, number }) => [id, number]))

      return rows.map((row) => ({ ...row, number: numbers.get(row.id) ?? row.id }))
    },
    roomTexts: t,
    tell: () => null,
    onDone: (rows, action) => {
      // The bar goes with the ticks, and what was pressed with it.
      if (document.activeElement) keepPlace(document.activeElement, '[data-bulk-results] .btn', ROW)
      setDone({ name: action.act === 'tag' && !action.isSet ? 'untag' : action.act, rows })
      clear()
    },
  })
  const tagging = (isSet: boolean) => ({
    ...bulk,
    run: ({ tag }: { tag: string }) => bulk.run({ act: 'tag', tag, isSet }),
  })
  const assigning = {
    ...bulk,
    run: ({ staffId }: { staffId: string }) => bulk.run({ act: 'assign', staffId: staffId === '' ? null : staffId }),
  }
  const ids = selection.map(({ id }) => id).join(',')

  return (
    <>
      <div role="status" className="not-empty:mt-4">
        {done ? <BulkResults act={done.name} rows={done.rows} onClose={() => setDone(null)} /> : null}
      </div>
      <ActionMessage message={bulk.message} variant="notice" />
      {selection.length > 0 ? (
        <div
          className="sticky bottom-3 z-8 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-2.5 gap-y-1.5 rounded-xl border border-line-control bg-card px-3 py-2 shadow-ticket *:flex-none phone:bottom-17 phone:flex-nowrap phone:overflow-x-auto phone:whitespace-nowrap [&_.input]:w-36 [&>form]:flex-nowrap"
          role="toolbar"
          aria-label={t('bulk.label', { count: selection.length })}
        >
          <b>{t('bulk.ticked', { count: selection.length })}</b>
          {may.mail ? (
            <Button size="small" onClick={() => bulk.run({ act: 'resend' })}>
              {t('bulk.resend')}
            </Button>
          ) : null}
          {may.note ? (
            <Form
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5"
              action={tagging(true)}
              message={null}
              fields={[
                {
                  kind: 'text',
                  name: 'tag',
                  'aria-label': tAdmin('filter.tag'),
                  placeholder: tAdmin('filter.tag'),
                  maxLength: 40,
                },
              ]}
              press={t('bulk.tag')}
              tone="outline"
              size="small"
              beside={({ tag }) => (
                <Button size="small" disabled={tag === ''} onClick={() => tagging(false).run({ tag })}>
                  {t('bulk.untag')}
                </Button>
              )}
            />
          ) : null}
          {may.note ? (
            <Form
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5"
              action={assigning}
              message={null}
              fields={[
                {
                  kind: 'select',
                  name: 'staffId',
                  'aria-label': t('bulk.colleague'),
                  any: t('bulk.nobody'),
                  options: colleagues.map(({ id, name }) => [id, name]),
                  isOptional: true,
                },
              ]}
              press={t('bulk.assign')}
              tone="outline"
              size="small"
              isKept
            />
          ) : null}
          {may.export ? (
            <a className="btn btn-small" href={exportAddress('orders', `ids=${ids}`)} download>
              {t('bulk.export')}
            </a>
          ) : null}
          <Button
            size="small"
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, ROW)
              clear()
            }}
          >
            {t('bulk.clear')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** What was done, as the results are headed. */
type BulkName = BulkAction['act'] | 'untag'

/** How an act ended for an order, with the number a person knows it by. */
type TitledResult = BulkResult & { number: string }

/** What became of each row of an act on several. */
function BulkResults({ act, rows, onClose }: { act: BulkName; rows: TitledResult[]; onClose: () => void }) {
  const t = useTranslations('admin-bulk')
  const tAction = useTranslations('action')
  const done = rows.filter(({ outcome }) => outcome === 'done').length

  return (
    <section className="a-panel" aria-label={t('bulk.results')} data-bulk-results>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5">
        <h2>{t(`bulk.did.${act}`, { done, count: rows.length })}</h2>
        <Button
          className="ms-auto"
          size="small"
          onClick={({ currentTarget }) => {
            keepPlace(currentTarget, ROW, 'main h1')
            onClose()
          }}
        >
          {tAction('close')}
        </Button>
      </div>
      <ul className="grid gap-1 px-3.5 py-2.5">
        {rows.map(({ id, number, outcome, reason }) => (
          <li key={id} className="flex flex-wrap gap-x-3 gap-y-1">
            <OrderLink id={id} number={number} />
            <Mark tone={outcome === 'done' ? 'ok' : 'stop'}>
              {outcome === 'done' ? t('bulk.done') : failureText([t, tAction], { code: reason ?? 'internal' })}
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
function useSelection(shown: readonly string[]): { selection: Tick[]; clear: () => void } {
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

    return () => document.removeEventListener('change', change)
  }, [read])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that has left the table takes its tick with it.
  useEffect(read, [read, shown])

  const clear = useCallback(() => {
    selectAll(false)
    read()
  }, [read])

  return { selection, clear }
}

function selectAll(isTicked: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>(ROW)) box.checked = isTicked
}
