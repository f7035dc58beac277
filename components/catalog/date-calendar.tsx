'use client'

import { DayPicker } from '@daypicker/react'
import { useState } from 'react'

export type CalendarLabels = { tag: string; dir: 'ltr' | 'rtl'; previous: string; next: string; calendar: string }

type DateCalendarProps = {
  value: string
  /** The days that run from `value` on, marked together. */
  days: number
  min: string
  labels: CalendarLabels
  onChange: (date: string) => void
}

const TURN =
  'grid size-11 cursor-pointer place-items-center rounded-control hover:bg-paper-2 aria-disabled:cursor-default aria-disabled:opacity-40'

const CLASSES = {
  months: '',
  month: '',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: TURN,
  button_next: TURN,
  chevron: 'icon flip fill-current stroke-none',
  month_caption: 'grid h-11 place-items-center font-display text-(length:--s1)/[1.2] font-bold',
  caption_label: '',
  month_grid: 'w-full table-fixed border-separate text-center [border-spacing:0_2px]',
  weekday: 'py-2 text-[0.75rem] font-semibold text-ink-soft',
  day: '',
  day_button: 'cal-button',
}

/** A month to pick the first day from. Dates are plain calendar days; no zone of this device enters them. */
export function DateCalendar({ value, days, min, labels, onChange }: DateCalendarProps) {
  const start = value ? toLocalDate(value) : undefined
  const end = start ? new Date(start.getFullYear(), start.getMonth(), start.getDate() + days - 1) : undefined
  const first = toLocalDate(min)
  const [month, setMonth] = useState(start ?? first)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (start) setMonth(start)
  }
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format: write } = new Intl.DateTimeFormat(labels.tag, options)

    return (date: Date) => write(date)
  }

  return (
    <DayPicker
      mode="single"
      dir={labels.dir}
      weekStartsOn={labels.dir === 'rtl' ? 6 : 1}
      className="cal"
      classNames={CLASSES}
      selected={start}
      onSelect={(date) => {
        if (date) onChange(toText(date))
      }}
      month={month}
      onMonthChange={setMonth}
      startMonth={first}
      endMonth={new Date(first.getFullYear() + 1, first.getMonth())}
      disabled={{ before: first }}
      modifiers={start && end ? { run: { from: start, to: end }, runStart: start, runEnd: end } : {}}
      modifiersClassNames={{ run: 'in-run', runStart: 'run-start', runEnd: 'run-end', disabled: 'is-off' }}
      formatters={{
        formatCaption: format({ month: 'long', year: 'numeric' }),
        formatWeekdayName: format({ weekday: 'short' }),
        formatDay: format({ day: 'numeric' }),
      }}
      labels={{
        labelNav: () => labels.calendar,
        labelPrevious: () => labels.previous,
        labelNext: () => labels.next,
        labelGrid: format({ month: 'long', year: 'numeric' }),
        labelDayButton: format({ dateStyle: 'full' }),
        labelWeekday: format({ weekday: 'long' }),
      }}
    />
  )
}

function toLocalDate(text: string): Date {
  const [year = 2000, month = 1, day = 1] = text.split('-').map(Number)

  return new Date(year, month - 1, day)
}

function toText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')

  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
