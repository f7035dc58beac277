'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { AREAS } from '#components/ui/admin/areas.tsx'
import { Key } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { pressedKey } from '#lib/core/client/pressed-key.ts'
import { storedText } from '#lib/core/client/stored-text.ts'
import { mayLeave } from '#lib/core/client/unsaved.ts'

const singleKeys = storedText('admin-single-keys', 'localStorage')
const LEAD_MS = 1_500

/** The keys of the back office, and the list of them. Single keys can be switched off, and never act inside a field. */
export function KeyMap() {
  const tAction = useTranslations('action')
  const tAdmin = useTranslations('admin')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(true)
  const leadAt = useRef(0)

  useEffect(() => setOn(singleKeys.read() !== 'off'), [])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const pressed = pressedKey(event)
      if (pressed === '?') return setOpen(true)
      if (!isOn) return
      const area = AREAS.find(({ key }) => key === pressed)
      if (area && performance.now() - leadAt.current < LEAD_MS) {
        leadAt.current = 0
        if (mayLeave()) router.push(area.href as Route)

        return
      }
      if (pressed === 'g') leadAt.current = performance.now()
      if (pressed === 'j') moveCursor(1)
      if (pressed === 'k') moveCursor(-1)
      if (pressed === 'x') tickCursor()
      if (pressed === 'n') document.querySelector<HTMLAnchorElement>('a[data-new]')?.click()
      if (pressed === 'Enter') openCursor(event)
      if (pressed === '/') {
        event.preventDefault()
        document.getElementById(SEARCH_FIELD)?.focus()
      }
    }
    window.addEventListener('keydown', press)

    return () => window.removeEventListener('keydown', press)
  }, [isOn, router])

  const rows = [
    ['/', tAdmin('search.title')],
    ...AREAS.map(({ name, key }) => [`G ${key.toUpperCase()}`, tAdmin(`area.${name}`)]),
    ['J  K', tAdmin('keys.move')],
    ['Enter', tAdmin('keys.open')],
    ['X', tAdmin('keys.tick')],
    ['N', tAdmin('label.newOrder')],
    ['Ctrl K', tAdmin('keys.palette')],
    ['?', tAdmin('keys.list')],
  ]

  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy="keys-title">
      <h2 id="keys-title">{tAdmin('keys.title')}</h2>
      <dl className="my-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {rows.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked)
          singleKeys.set(target.checked ? 'on' : 'off')
        }}
      >
        {tAdmin('keys.single')}
      </CheckField>
      <Button onClick={() => setOpen(false)}>{tAction('close')}</Button>
    </Dialog>
  )
}

/** Whether a key is meant for the field or the dialog it was pressed in. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null
}

const ROWS = '[data-row]'
const TICK = 'input[data-tick]'

/** Moves the mark to the next or previous row of the page, and keeps it in view. */
function moveCursor(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
  const at = rows.findIndex((row) => row.dataset.cursor !== undefined)
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
  if (!next) return
  for (const row of rows) delete row.dataset.cursor
  next.dataset.cursor = ''
  next.scrollIntoView({ block: 'nearest' })
  const link = next.querySelector<HTMLElement>('a[href]')
  // A row that leads nowhere: Enter must not open the one before it.
  if (link) link.focus({ preventScroll: true })
  else if (document.activeElement?.closest(ROWS)) (document.activeElement as HTMLElement).blur()
}

/** Opens the marked row, unless the key was meant for something that has the focus. */
function openCursor(event: KeyboardEvent): void {
  const target = event.target
  if (target instanceof HTMLElement && target.closest('a, button, summary')) return
  document.querySelector<HTMLAnchorElement>(`${ROWS}[data-cursor] a[href]`)?.click()
}

/** Ticks the marked row, or takes its tick off. */
function tickCursor(): void {
  document.querySelector<HTMLInputElement>(`${ROWS}[data-cursor] ${TICK}`)?.click()
}

const SEARCH_FIELD = 'admin-search'

/** One box for every number and address. It is a plain form: an exact hit opens at once. */
export function SearchBox() {
  const t = useTranslations('admin.search')

  return (
    <search className="relative min-w-0 flex-[0_1_34rem] phone:flex-1">
      <form action="/admin/orders">
        <Icon name="search" className="pointer-events-none absolute start-2.5 top-[calc(50%-0.5rem)] text-ink-soft" />
        <input
          className="min-h-(--a-ctl) w-full rounded-[10px] border border-line-control bg-card ps-8.5 pe-8 text-ellipsis pointer-coarse:text-[1rem]"
          id={SEARCH_FIELD}
          type="search"
          name="q"
          aria-label={t('label')}
          placeholder={t('label')}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          required
        />
        <Key className="absolute end-2 top-[calc(50%-0.5625rem)]">/</Key>
      </form>
    </search>
  )
}
