import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import type { AdminLine } from '#lib/orders/rules/admin-order.ts'
import type { Candidate } from '#lib/orders/rules/admin-order-acts.ts'

type CandidateTableProps = { line: AdminLine; candidates: Candidate[] }

/** What was sent beside what the network lists; what differs is marked. */
export function CandidateTable({ line, candidates }: CandidateTableProps) {
  const t = useTranslations('admin-acts')
  const unknown = t('evidence.unknown')
  const [attempt] = line.attempts
  const { count } = line.plan

  return (
    <DataTable
      label={t('evidence.title')}
      heads={[null, t('evidence.sent'), ...candidates.map((_, index) => t('held.candidate', { n: index + 1 }))]}
      className="a-ev"
    >
      <tr>
        <th scope="row">{t('evidence.order')}</th>
        <td>{unknown}</td>
        {candidates.map(({ orderNum }) => (
          <td key={orderNum} className="a-id a-wrap-id">
            {orderNum}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">{t('evidence.created')}</th>
        <td>{attempt?.sentAt ? <LocalTime at={attempt.sentAt} show="moment" /> : unknown}</td>
        {candidates.map(({ orderNum, createdAt }) => (
          <td key={orderNum}>{createdAt ? <LocalTime at={new Date(createdAt)} show="moment" /> : unknown}</td>
        ))}
      </tr>
      <Row name={t('evidence.count')} ours={count} values={candidates.map((one) => [one.orderNum, one.count])} />
      <Row name={t('evidence.cards')} ours={count} values={candidates.map((one) => [one.orderNum, one.cards])} />
      <Row name={t('evidence.status')} ours={null} values={candidates.map((one) => [one.orderNum, one.status])} />
    </DataTable>
  )
}

type RowProps = { name: string; ours: number | null; values: [string, number | null][] }

function Row({ name, ours, values }: RowProps) {
  const t = useTranslations('admin-acts.evidence')

  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{ours ?? '-'}</td>
      {values.map(([orderNum, value]) => (
        <td key={orderNum} className={ours !== null && value !== null && value !== ours ? 'a-diff' : undefined}>
          {value ?? t('unknown')}
        </td>
      ))}
    </tr>
  )
}
