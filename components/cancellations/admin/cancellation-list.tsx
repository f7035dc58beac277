import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cancelEsims, cancelOptions } from '#components/cancellations/admin/cancel-esims.ts'
import { EsimCredit } from '#components/cancellations/admin/credit-panel.tsx'
import { Answer, DetailsTable } from '#components/esims/admin/esim-panels.tsx'
import { ReadOrderAgain } from '#components/esims/admin/read-again.tsx'
import { OrderAction, type OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { REASON } from '#components/ui/admin/form-field.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { dayFields, type ListAt, ListFilters } from '#components/ui/admin/list-page.tsx'
import { type Column, ColumnChoice, shownColumns } from '#components/ui/admin/list-table.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Disclosure, Mark, type MarkTone, Panel, PanelPart } from '#components/ui/admin/panel.tsx'
import { EsimLink, OrderLink } from '#components/ui/admin/record-links.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { CancellationEvidence, QueuedCancellation } from '#lib/cancellations/queries/cancellation-queue.ts'
import type { CancellationAnswer, QueuedState, QueueFilter } from '#lib/cancellations/rules/cancellation-queue.ts'
import { RETURNED } from '#lib/cancellations/rules/cancellation-readings.ts'
import type { closeCancellationCall } from '#lib/cancellations/schema.ts'
import { prepare } from '#lib/core/client/prepare-call.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'

type CancelEsimProps = {
  id: string
  iccid: string
  state: string | null
  answer: CancellationAnswer | null
  when: string
  /** What the supplier owes for it, where it went back. */
  credit?: ReactNode
}

/** An eSIM in the back office: its number, the answer about it, and the facts behind the answer, opened by a press. */
export function CancelEsim({ id, iccid, state, answer, when, credit }: CancelEsimProps) {
  const t = useTranslations('admin-desk.desk')

  return (
    <PanelPart>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <EsimLink id={id} iccid={iccid} />
        {state ? <span className="a-soft">{state}</span> : null}
      </p>
      {credit}
      {answer ? (
        <>
          <Answer eligibility={answer} />
          <details>
            <summary className="a-link">{when}</summary>
            <DetailsTable facts={answer.facts} label={t('factsOf', { iccid })} />
          </details>
        </>
      ) : null}
    </PanelPart>
  )
}

const TONES: Partial<Record<QueuedState, MarkTone>> = { CONFIRMED: 'back', REFUSED: 'stop', HELD: 'stop' }

type Hidden = readonly ListColumn<'cancellations'>[]
type CancellationListProps = {
  returns: QueuedCancellation[]
  filter: QueueFilter
  staff: StaffMember
  now: Date
  hidden: Hidden
}

/** The requests of one list, each opened by a press. */
export function CancellationList({ returns, filter, staff, now, hidden }: CancellationListProps) {
  const t = useTranslations('admin-desk.desk')
  const { view, q, by, from, to } = filter
  const isNarrow = q !== '' || by !== null || from !== null || to !== null
  if (returns.length === 0) return <p className="a-emptyline">{t(isNarrow ? 'filter.none' : `empty.${view}`)}</p>

  return returns.map((one) => <Return key={one.id} {...{ one, filter, staff, now, hidden }} />)
}

type ReturnProps = Pick<CancellationListProps, 'filter' | 'staff' | 'now' | 'hidden'> & { one: QueuedCancellation }

function Return({ one, filter, staff, now, hidden }: ReturnProps) {
  const t = useTranslations('admin-desk.desk')
  const tAdmin = useTranslations('admin')
  const columns = shownColumns(useColumns(), hidden)
  const went = one.esims.filter(({ state }) => RETURNED.includes(state))

  return (
    <Disclosure
      open={one.state === 'HELD'}
      title={
        <>
          <span className="a-id">{one.order.number}</span>{' '}
          <span className="a-soft">{tAdmin('label.esimCount', { count: one.esims.length })}</span>
        </>
      }
      beside={
        <>
          <Mark tone={TONES[one.state] ?? 'wait'}>{knownLabel(tAdmin, 'cancel', one.state)}</Mark>
          <span className="a-meta">
            <RelativeTime since={one.askedAt} now={now} />
          </span>
        </>
      }
    >
      <DescriptionList
        pairs={[
          {
            name: tAdmin('label.order'),
            value: (
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                <OrderLink {...one.order} />
                <Link
                  className="a-link"
                  href={filterAddress('/admin/cancellations', { view: filter.view, q: one.order.number })}
                >
                  {t('standsNow')}
                </Link>
              </span>
            ),
          },
          ...columns.flatMap(({ head, cell }) => {
            const value = cell(one)

            return value ? [{ name: String(head), value }] : []
          }),
        ]}
      />
      {one.esims.map((esim) => (
        <CancelEsim
          key={esim.id}
          id={esim.id}
          iccid={esim.iccid}
          state={knownLabel(tAdmin, 'cancel', esim.state)}
          answer={esim.answer}
          when={t('factsThen')}
          credit={one.credit && went.includes(esim) ? <EsimCredit credit={one.credit} count={went.length} /> : null}
        />
      ))}
      <CancellationActions one={one} staff={staff} />
    </Disclosure>
  )
}

/** Lets a person choose what the requests say about themselves. */
export function CancellationColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="cancellations" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<QueuedCancellation, ListColumn<'cancellations'>>[] {
  const t = useTranslations('admin-desk.desk')
  const tAdmin = useTranslations('admin')
  const moment = (at: Date | null) => at && <LocalTime at={at} show="moment" />

  return [
    {
      name: 'network',
      head: tAdmin('label.providerOrder'),
      cell: ({ orderNum }) => <span className="a-id">{orderNum}</span>,
    },
    { name: 'askedBy', head: t('askedBy'), cell: ({ askedBy }) => knownLabel(tAdmin, 'actor', askedBy) },
    { name: 'reason', head: tAdmin('label.reason'), cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
    { name: 'asked', head: t('asked'), cell: ({ askedAt }) => moment(askedAt) },
    { name: 'sent', head: t('sent'), cell: ({ sentAt }) => moment(sentAt) ?? tAdmin('label.notYet') },
    { name: 'looks', head: t('looks'), cell: ({ looks }) => String(looks) },
    { name: 'ended', head: t('ended'), cell: ({ endedAt }) => moment(endedAt) },
    {
      name: 'refusal',
      head: tAdmin('label.providerWords'),
      cell: ({ refusal }) =>
        refusal && (
          <bdi>
            {refusal.code ?? '-'}: {refusal.text ?? t('noText')}
          </bdi>
        ),
    },
    { name: 'known', head: t('known.head'), cell: ({ evidence }) => evidence && <Known evidence={evidence} /> },
  ]
}

function Known({ evidence }: { evidence: CancellationEvidence }) {
  const t = useTranslations('admin-desk.desk.known')
  const { answer, code, attempts, before, now } = evidence
  const of = (reading: CancellationEvidence['now'], value: 'status' | 'listed' | 'profiles') => {
    const read = reading?.[value]

    return Array.isArray(read) ? [...new Set(read.map((one) => one ?? t('unread')))].join(', ') : (read ?? t('unread'))
  }
  const both = (value: 'status' | 'listed' | 'profiles') => ({ before: of(before, value), now: of(now, value) })

  return [
    t('answer', { answer: answer ?? 'UNKNOWN', code: code ?? '-' }),
    t('asked', { count: attempts }),
    t('order', both('status')),
    t('listed', both('listed')),
    t('profiles', both('profiles')),
  ].join(' ')
}

const ACTIONS = ['look_again', 'taken', 'refused'] as const

/** What this person can say about a return whose outcome stays open. */
export function useClosingActions(staff: StaffMember) {
  const t = useTranslations('admin-desk.desk')
  const actions = ACTIONS.filter((action) => can(staff, action === 'taken' ? 'held.money' : 'held.look'))

  return (params: { id: string; cancellationId: string }) =>
    actions.map(
      (act): OrderActionSpec => ({
        title: t(`act.${act}.title`),
        effect: t(`act.${act}.effect`),
        press: t(`act.${act}.press`),
        call: prepare<typeof closeCancellationCall>('POST /api/admin/orders/[id]/returns/[cancellationId]', {
          params,
          body: { act },
        }),
        fields: [REASON],
      }),
    )
}

function CancellationActions({ one, staff }: { one: QueuedCancellation; staff: StaffMember }) {
  const closing = useClosingActions(staff)
  // Every other one goes on by itself.
  const specs = one.isClosable ? closing({ id: one.order.id, cancellationId: one.id }) : []
  if (specs.length === 0) return null

  return (
    <div className="p-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      {specs.map((spec) => (
        <OrderAction key={spec.title} spec={spec} variant="small" />
      ))}
    </div>
  )
}

/** Which requests of a list are meant. */
export function QueueFilters({ list }: { list: ListAt<QueueFilter> }) {
  const t = useTranslations('admin-desk.desk')
  const tAdmin = useTranslations('admin')
  const day = list.filter.view === 'open' ? 'asked' : 'ended'
  const people = [['buyer', tAdmin('actor.buyer')] as const, ['staff', tAdmin('actor.staff')] as const]

  return (
    <ListFilters
      {...{ list, className: 'a-filters p-3.5', send: tAdmin('label.filter') }}
      fields={[
        { name: 'by', label: t('askedBy'), any: tAdmin('label.anybody'), options: people },
        ...dayFields(t(`filter.${day}From`), t(`filter.${day}To`)),
      ]}
      clear={{ label: tAdmin('label.clear'), kept: ['view', 'q'] }}
    />
  )
}

type Esim = CancellationAnswer & { iccid: string; priceShareMinor: number; currency: string }
type SendPanelProps = { order: { id: string; number: string }; esims: Esim[]; canRequest: boolean }

/** The delivered eSIMs of one order with their answers, to be ticked and sent back. */
export function SendPanel({ order, esims, canRequest }: SendPanelProps) {
  const t = useTranslations('admin-desk.desk')
  const tActions = useTranslations('admin-acts')
  const tag = useTag()
  const all = esims.map(({ esimId, iccid, priceShareMinor, currency }) => ({
    value: esimId,
    label: `${iccid}  ${sumText(priceShareMinor, currency, tag)} ${currency}`,
  }))
  const options = cancelOptions(all, esims)
  const spec: OrderActionSpec = {
    title: t('send.title', { number: order.number }),
    effect: t('send.effect'),
    press: t('send.press'),
    ...cancelEsims({ orderId: order.id, label: tActions('cards'), options }),
  }

  return (
    <Panel
      id={`desk-send-${order.id}`}
      title={<OrderLink {...order} />}
      end={
        esims.length > 0 && canRequest ? (
          <>
            <ReadOrderAgain orderId={order.id} />
            {options.length > 0 ? <OrderAction spec={spec} label={t('send.choose')} variant="primary" /> : null}
          </>
        ) : null
      }
    >
      {esims.length === 0 ? <p className="a-emptyline">{t('send.none')}</p> : null}
      {esims.map((esim) => (
        <CancelEsim
          key={esim.esimId}
          id={esim.esimId}
          iccid={esim.iccid}
          state={`${sumText(esim.priceShareMinor, esim.currency, tag)} ${esim.currency}`}
          answer={esim}
          when={t('factsNow')}
        />
      ))}
    </Panel>
  )
}
