'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { DetailList } from '#components/orders/admin/evidence.tsx'
import { useZone } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { CHIP } from '#components/ui/admin/link.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { EventSource, HistoryEvent } from '#lib/orders/rules/admin-order.ts'

const ICONS: Record<EventSource, IconName> = {
  network: 'globe',
  money: 'payment',
  mail: 'mail',
  staff: 'person',
  customer: 'phone',
  clock: 'clock',
}
const DOTS: Record<HistoryEvent['tone'], string> = {
  plain: 'bg-card text-ink-soft inset-ring-edge',
  ok: 'bg-sea-wash text-sea-text inset-ring-sea',
  wait: 'bg-amber-wash text-amber-text inset-ring-amber',
  stop: 'bg-rust-wash text-rust inset-ring-rust',
}
const SOURCES = Object.keys(ICONS) as EventSource[]

/** Everything that happened to an order, newest first, to the second. */
export function HistoryPanel({ events, children }: { events: HistoryEvent[]; children?: ReactNode }) {
  const t = useTranslations('admin')
  const [source, setSource] = useState<EventSource | null>(null)
  const shown = source ? events.filter((event) => event.source === source) : events
  const days = useDays(shown)

  return (
    <Panel id="history" title={t('label.history')} hint={t('history.count', { count: events.length })}>
      <fieldset className="p-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <legend className="sr-only">{t('label.show')}</legend>
        <Chip name={t('label.all')} count={events.length} isOn={source === null} onPress={() => setSource(null)} />
        {SOURCES.map((one) => {
          const count = events.filter((event) => event.source === one).length

          return count > 0 ? (
            <Chip
              key={one}
              name={t(`source.${one}`)}
              count={count}
              isOn={source === one}
              onPress={() => setSource(one)}
            />
          ) : null
        })}
      </fieldset>
      {children}
      <div className="pb-2.5">
        {days.map(({ day, events: ofDay }) => (
          <Day key={day} day={day} events={ofDay} />
        ))}
      </div>
    </Panel>
  )
}

function Day({ day, events }: { day: string; events: HistoryEvent[] }) {
  return (
    <>
      <h3
        className="sticky top-12 z-2 bg-card px-3.5 pt-2 pb-1.5 text-small text-ink-soft phone:top-14"
        suppressHydrationWarning
      >
        {day}
      </h3>
      <ol>
        {events.map((event) => (
          <Event key={event.key} event={event} />
        ))}
      </ol>
    </>
  )
}

function Event({ event }: { event: HistoryEvent }) {
  const t = useTranslations('admin')
  const clock = useClock()
  const label = knownLabel(t, event.family, event.name)
  const isUnknown = label === event.name

  return (
    <li className="relative grid grid-cols-[4.125rem_1.25rem_minmax(0,1fr)] gap-x-2 px-3.5 py-1 before:absolute before:inset-y-0 before:start-[calc(0.875rem+4.125rem+0.5rem+0.5625rem)] before:w-px before:bg-line">
      <time
        className="block text-end text-small/5 text-ink-soft"
        dateTime={event.at.toISOString()}
        suppressHydrationWarning
      >
        <bdi>{clock.format(event.at)}</bdi>
      </time>
      <span className={`relative z-1 grid size-5 place-items-center rounded-full inset-ring ${DOTS[event.tone]}`}>
        <Icon name={ICONS[event.source]} className="size-3 stroke-2" />
        <span className="sr-only">{t(`source.${event.source}`)}</span>
      </span>
      <span>
        {isUnknown ? t('history.unknown', { name: event.name }) : label}
        {event.actor ? ` (${knownLabel(t, 'actor', event.actor)})` : null}
        {event.facts.length > 0 ? (
          <span className="a-sub">
            <DetailList rows={event.facts} />
          </span>
        ) : null}
      </span>
    </li>
  )
}

function Chip({ name, count, isOn, onPress }: { name: string; count: number; isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" className={CHIP} aria-pressed={isOn} onClick={onPress}>
      {name} {count}
    </button>
  )
}

function useClock() {
  const zone = useZone()

  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone })
}

function useDays(events: HistoryEvent[]) {
  const zone = useZone()
  const tag = useTag()
  const format = new Intl.DateTimeFormat(tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: zone,
  })
  const days: { day: string; events: HistoryEvent[] }[] = []
  for (const event of events) {
    const day = format.format(event.at)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }

  return days
}
