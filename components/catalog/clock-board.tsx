'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type ClockFace,
  cityOf,
  clockRows,
  coversLastEvening,
  momentText,
  zoneName,
} from '#components/catalog/clock-times.ts'
import type { ClockLabels } from '#components/catalog/plan-labels.ts'
import { Board } from '#components/ui/panel.tsx'
import { fillText } from '#lib/core/i18n/plurals.ts'

type ClockBoardProps = {
  title: string
  /** The first network day and how many; the clocks stand still while either is missing. */
  startDate: string
  days: number
  /** The last day of the trip, to say whether its evening is covered. */
  leave: string
  zone: string | null
  labels: ClockLabels
  /** Leaves the verdict below the clocks to the page. */
  isQuiet?: boolean
  /** Stands below the clocks instead of everything else. */
  hint?: string | undefined
}

const CELL = 'border-t border-board-line py-[0.5625rem] text-start align-baseline [line-height:1.25] font-[500]'
const HEAD = 'cap ps-3 pb-1.5 text-start align-bottom [line-height:1.25] font-[500]'

/** A run of network days on the clocks of the network, of the destination and of this device. */
export function ClockBoard({ title, startDate, days, leave, zone, labels, isQuiet = false, hint }: ClockBoardProps) {
  const board = useRef<HTMLElement>(null)
  const isNear = useNear(board)
  const home = useHomeZone(isNear)
  const isRunning = isNear && startDate !== '' && days > 0
  const rows = isRunning ? clockRows(startDate, days, { destination: zone, home, tag: labels.tag }) : null
  const offset = (of: string) => (isNear && startDate ? zoneName(of, startDate) : '')

  return (
    <Board as="section" className="clocks p-5" ref={board}>
      <h2 className="text-(length:--s1)">{title}</h2>
      {/* The hours arrive with the scripts: nothing moves when they do. */}
      <table className="mt-3 w-full table-fixed border-collapse num">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} w-2/5`}>
              <span className="sr-only">{labels.clock}</span>
            </th>
            <th scope="col" className={HEAD}>
              {labels.first}
            </th>
            <th scope="col" className={HEAD}>
              {labels.last}
            </th>
          </tr>
        </thead>
        <tbody>
          <Clock name={labels.network} zone="" row={rows?.network} />
          {zone ? <Clock name={cityOf(zone)} zone={offset(zone)} row={rows?.destination} /> : null}
          <Clock
            name={home ? cityOf(home) : labels.home}
            zone={home ? fillText(labels.homeZone, { zone: offset(home) }).replace(/, $/, '') : ''}
            row={rows?.home}
          />
        </tbody>
      </table>
      <p className="mt-2 text-(length:--s-1) text-board-soft" aria-live="polite">
        {rows && zone && rows.destination && !isQuiet && !hint ? (
          <>
            <b className="text-board-text">
              {leave && coversLastEvening(startDate, days, { leave, zone })
                ? labels.covered
                : fillText(leave ? labels.notCovered : labels.ends, { moment: momentText(rows.destination.last) })}
            </b>{' '}
          </>
        ) : null}
        {hint ?? (rows ? labels.note : labels.idle)}
      </p>
    </Board>
  )
}

type ClockProps = { name: string; zone: string; row: { first: ClockFace; last: ClockFace } | null | undefined }

function Clock({ name, zone, row }: ClockProps) {
  return (
    <tr>
      <th scope="row" className={CELL}>
        {name}
        <small>
          <bdi>{zone}</bdi>
        </small>
      </th>
      <Face face={row?.first} />
      <Face face={row?.last} />
    </tr>
  )
}

function Face({ face }: { face: ClockFace | undefined }) {
  return (
    <td className={`${CELL} ps-3 whitespace-nowrap`}>
      <b className="block font-display text-[1.1875rem]/[1.2] font-semibold text-board-figure [font-variant-numeric:normal]">
        <bdi>{face?.time ?? '–'}</bdi>
      </b>
      <small>{face?.day ?? ''}</small>
    </td>
  )
}

/**
 * Whether an element is about to come into view. The first date format that a browser makes takes a phone a tenth of a
 * second, in which the page would not answer: it is made for who reads the clocks.
 */
function useNear(of: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '50%',
    })
    if (of.current) observer.observe(of.current)

    return () => observer.disconnect()
  }, [of])

  return isNear
}

/** The zone of this device; known only in the browser. */
function useHomeZone(isAsked: boolean): string | null {
  const [zone, setZone] = useState<string | null>(null)
  useEffect(() => {
    if (isAsked) setZone(Intl.DateTimeFormat().resolvedOptions().timeZone || null)
  }, [isAsked])

  return zone
}
