import { useTranslations } from 'next-intl'
import { Age } from '#components/admin/age.tsx'
import { ReturnActs } from '#components/admin/desk/return-acts.tsx'
import { ReturnCard } from '#components/admin/desk/return-card.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/admin/mark.tsx'
import { Pairs } from '#components/admin/pairs.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { DeskFilter, DeskReturn, DeskState } from '#lib/domain/admin-desk.ts'
import type { StaffMember } from '#lib/domain/caller.ts'

const TONES: Partial<Record<DeskState, MarkTone>> = { CONFIRMED: 'back', REFUSED: 'stop', HELD: 'stop' }

type ReturnListProps = { returns: DeskReturn[]; filter: DeskFilter; staff: StaffMember; now: Date }

/** The requests of one list, each opened by a press. */
export function ReturnList({ returns, filter, staff, now }: ReturnListProps) {
  const t = useTranslations('admin-desk.desk')
  const { view, by, from, to } = filter
  const isNarrow = by !== null || from !== null || to !== null
  if (returns.length === 0) return <p className="a-emptyline">{t(isNarrow ? 'filter.none' : `empty.${view}`)}</p>

  return returns.map((one) => <Return key={one.id} one={one} staff={staff} now={now} />)
}

function Return({ one, staff, now }: { one: DeskReturn; staff: StaffMember; now: Date }) {
  const t = useTranslations('admin-desk.desk')
  const words = useTranslations('admin')
  const { sentAt, endedAt, refusal } = one

  return (
    <details className="a-finding" open={one.state === 'HELD'}>
      <summary>
        <Icon name="down" />
        <h3>
          <span className="a-id">{one.order.number}</span>{' '}
          <span className="a-soft">{t('cards', { count: one.cards.length })}</span>
        </h3>
        <Mark tone={TONES[one.state] ?? 'wait'}>{knownWords(words, 'cancel', one.state)}</Mark>
        <span className="a-meta">
          <Age since={one.askedAt} now={now} />
        </span>
      </summary>
      <Pairs
        pairs={[
          {
            name: t('order'),
            value: (
              <GoLink className="a-id a-link" href={`/admin/orders/${one.order.id}`}>
                {one.order.number}
              </GoLink>
            ),
          },
          { name: t('network'), value: <span className="a-id">{one.orderNum}</span> },
          { name: t('askedBy'), value: knownWords(words, 'actor', one.askedBy) },
          ...(one.reason ? [{ name: t('reason'), value: <bdi>{one.reason}</bdi> }] : []),
          { name: t('asked'), value: <LocalTime at={one.askedAt} show="moment" /> },
          { name: t('sent'), value: sentAt ? <LocalTime at={sentAt} show="moment" /> : t('notSent') },
          { name: t('looks'), value: String(one.looks) },
          ...(endedAt ? [{ name: t('ended'), value: <LocalTime at={endedAt} show="moment" /> }] : []),
          ...(refusal
            ? [
                {
                  name: t('refusal', { code: refusal.code ?? '-' }),
                  value: <bdi>{refusal.text ?? t('noText')}</bdi>,
                },
              ]
            : []),
        ]}
      />
      {one.cards.map((card) => (
        <ReturnCard
          key={card.id}
          id={card.id}
          iccid={card.iccid}
          state={knownWords(words, 'cancel', card.state)}
          answer={card.answer}
          when={t('factsThen')}
        />
      ))}
      <ReturnActs one={one} staff={staff} />
    </details>
  )
}
