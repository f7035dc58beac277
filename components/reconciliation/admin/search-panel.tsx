'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import type { FormField } from '#components/ui/admin/form-field.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import { confirmReference, type FoundPage } from '#lib/reconciliation/client/reconciliation.ts'
import type { ReferenceProof, searchProviderOrdersCall } from '#lib/reconciliation/schema.ts'

/** What the provider can be asked by. The server refuses any other name. */
type FilterName = keyof NonNullable<RequestOf<typeof searchProviderOrdersCall>['body']>

const TEXTS = ['orderNum', 'iccid', 'reference', 'itemReference', 'planName'] as const satisfies FilterName[]
const CHOICES = [
  ['esimKind', ['esim', 'physical']],
  ['orderMode', ['0', '1', '2']],
] as const satisfies [FilterName, string[]][]
const DAYS = [
  'createdFrom',
  'createdTo',
  'beginsFrom',
  'beginsTo',
  'endsFrom',
  'endsTo',
] as const satisfies FilterName[]
const STATUS = 'status' satisfies FilterName
const NUMBERS: string[] = [STATUS, 'orderMode'] satisfies FilterName[]

type Filters = Record<string, unknown>

/** Searches the network's own orders by everything that it can be asked by. Days are the network's, and always sent. */
export function SearchPanel({ from, to }: { from: string; to: string }) {
  const t = useTranslations('admin-reconciliation.search')
  const id = useId()
  const [found, setFound] = useState<{ page: FoundPage; asked: Filters } | null>(null)
  const search = useAction({
    send: (filters: Filters) =>
      call<typeof searchProviderOrdersCall>('POST /api/admin/reconciliation/search', { body: filled(filters) }),
    tell: () => null,
    onDone: (page, asked) => setFound({ page, asked }),
    isRead: false,
  })
  const days: Record<string, string> = { createdFrom: from, createdTo: to }
  const text = { kind: 'text', isOptional: true, spellCheck: false, dir: 'ltr' } as const
  const fields: FormField[] = [
    ...TEXTS.map((name) => ({ ...text, name, label: t(name), maxLength: 64 })),
    { ...text, name: STATUS, label: t('status'), inputMode: 'numeric', pattern: '-?[0-9]{1,3}' },
    ...CHOICES.map(([name, values]) => ({
      ...{ kind: 'select' as const, name, label: t(name), any: t('any'), isOptional: true },
      options: values.map((value) => [value, knownLabel(t, name, value)] as const),
    })),
    ...DAYS.map((name) => ({
      ...{ kind: 'date' as const, name, label: t(name), isOptional: true },
      defaultValue: days[name] ?? '',
    })),
  ]

  return (
    <Panel id={`${id}-title`} title={t('title')} hint={t('hint')}>
      <Form
        className="p-3.5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-end gap-3 *:last:col-span-full"
        action={search}
        fields={fields}
        press={t('ask')}
        beside={<span className="a-meta">{t('window')}</span>}
        isKept
      />
      <div role="status">
        {found ? (
          <FoundOrders
            page={found.page}
            onMore={
              found.page.hasMore && !search.isSending
                ? () => search.run({ ...found.asked, page: found.page.page + 1 })
                : null
            }
          />
        ) : null}
      </div>
    </Panel>
  )
}

/** What was asked for, without what was left empty. */
function filled(filters: Filters): Record<string, string | number> {
  const said = Object.entries(filters).filter(([, value]) => value !== '')

  return Object.fromEntries(said.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : String(value)]))
}

/** A page of the network's orders, under the days that were really asked for. */
function FoundOrders({ page, onMore }: { page: FoundPage; onMore: (() => void) | null }) {
  const t = useTranslations('admin-reconciliation.found')
  const tAdmin = useTranslations('admin')
  const { rows, from, to, total } = page

  return (
    <>
      <p className="a-emptyline">
        {t('window', { from, to, total: total ?? rows.length, page: page.page })}
        {rows.length === 0 ? ` ${t('none')}` : ''}
      </p>
      {rows.length > 0 ? (
        <ListTable
          label={t('title')}
          rows={rows}
          keyOf={({ orderNum }) => orderNum}
          first={[
            { head: tAdmin('label.providerOrder'), className: 'a-id', isName: true, cell: ({ orderNum }) => orderNum },
            { head: t('ours'), cell: ({ order }) => <OrderLink {...order} none={t('noneOfOurs')} /> },
            {
              ...{ head: t('plan'), className: 'whitespace-normal phone:min-w-32' },
              cell: ({ plan, count, isTopUp }) => (
                <>
                  <bdi>{plan ?? '-'}</bdi>
                  <span className="a-sub">
                    {tAdmin('label.esimCount', { count: count ?? 0 })}
                    {isTopUp ? `, ${t('topUp')}` : ''}
                  </span>
                </>
              ),
            },
            { head: tAdmin('label.state'), cell: ({ status }) => <NetworkStatus status={status} /> },
            {
              head: tAdmin('area.cards'),
              cell: ({ esims }) =>
                esims.map((iccid) => (
                  <span key={iccid} className="a-id block">
                    {iccid}
                  </span>
                )),
            },
            { head: t('cost'), className: 'a-num', cell: ({ cost }) => cost ?? '-' },
            {
              ...{ head: tAdmin('label.created'), className: 'a-num a-soft' },
              cell: ({ createdAt }) => (createdAt ? <LocalTime at={new Date(createdAt)} show="moment" /> : '-'),
            },
          ]}
        />
      ) : null}
      {onMore ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
          <Button onClick={onMore}>{t('more')}</Button>
        </p>
      ) : null}
    </>
  )
}

/** Asks both lists of the network about one of our references. Only an echo is proof. */
export function ReferencePanel() {
  const t = useTranslations('admin-reconciliation.proof')
  const id = useId()
  const [proof, setProof] = useState<(ReferenceProof & { reference: string }) | null>(null)
  const confirm = useAction({
    send: ({ reference }: { reference: string }) => {
      // A proof of one reference says nothing of another, whatever comes of the question.
      setProof(null)

      return confirmReference(reference)
    },
    tell: () => null,
    onDone: (answer, { reference }) => setProof({ ...answer, reference }),
    isRead: false,
  })

  return (
    <Panel id={`${id}-title`} title={t('title')}>
      <Form
        className="grid gap-3 p-3.5"
        action={confirm}
        fields={[
          {
            kind: 'text',
            name: 'reference',
            label: t('reference'),
            hint: t('hint'),
            minLength: 4,
            maxLength: 64,
            spellCheck: false,
            dir: 'ltr',
          },
        ]}
        press={t('ask')}
        isKept
      />
      <div role="status" className={proof ? 'p-3.5' : undefined}>
        {proof ? <Proof {...proof} /> : null}
      </div>
    </Panel>
  )
}

function Proof({ reference, echoed, filtered, item: line }: ReferenceProof & { reference: string }) {
  const t = useTranslations('admin-reconciliation.proof')
  const unproven = filtered.filter((orderNum) => !echoed.includes(orderNum))

  return (
    <Notice tone={echoed.length > 0 ? 'good' : 'wait'}>
      <p className="a-id">{reference}</p>
      <p>{echoed.length > 0 ? t('echoed', { orders: echoed.join(', ') }) : t('none')}</p>
      {unproven.length > 0 ? <p>{t('filtered', { count: unproven.length })}</p> : null}
      <p>
        {line
          ? t.rich('line', {
              number: () => <OrderLink id={line.orderId} number={line.number} />,
            })
          : t('noLine')}
      </p>
    </Notice>
  )
}
