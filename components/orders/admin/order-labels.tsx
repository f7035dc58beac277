'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ask, mayReadAgain, type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'

type OrderLabelsProps = { orderId: string; tags: string[]; assignee: string | null; mayWrite: boolean }

/** Who looks after an order, and its tags. */
export function OrderLabels({ orderId, tags, assignee, mayWrite }: OrderLabelsProps) {
  const t = useTranslations('admin-acts')
  const router = useRouter()
  const [tag, setTag] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function change(name: string, isSet: boolean) {
    setSending(true)
    const failure = await tell(`/api/admin/orders/${orderId}/tags`, { tag: name, isSet })
    setSending(false)
    setProblem(failure && sentenceOf(t, failure))
    if (!failure) setTag('')
    if (!failure || mayReadAgain(failure)) router.refresh()
  }

  return (
    <div className="a-row a-desk">
      {assignee ? (
        <span className="a-meta">
          <Icon name="person" /> {t('panel.assignedTo', { name: assignee })}
        </span>
      ) : null}
      {tags.length > 0 ? (
        <ul className="a-row" aria-label={t('desk.tags')}>
          {tags.map((one) => (
            <li key={one} className="a-tag">
              <GoLink className="a-link" href={filterAddress('/admin/orders', { tab: 'all', tag: one })}>
                <bdi>{one}</bdi>
              </GoLink>
              {mayWrite ? (
                <button
                  type="button"
                  className="a-untag"
                  aria-label={t('desk.removeTag', { tag: one })}
                  onClick={(event) => {
                    // Not disabled meanwhile: that would take the focus away before there is a next place for it.
                    if (isSending) return
                    keepPlace(event.currentTarget, '.a-untag', '.a-newtag input')
                    void change(one, false)
                  }}
                >
                  <Icon name="cross" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayWrite ? (
        <form
          className="a-row a-newtag"
          onSubmit={(event) => {
            event.preventDefault()
            if (isSending || tag.trim() === '') return
            // The button waits for the next tag, and would drop the focus.
            field.current?.focus()
            void change(tag.trim(), true)
          }}
        >
          <input
            ref={field}
            className="input"
            aria-label={t('desk.tag')}
            placeholder={t('desk.tag')}
            value={tag}
            maxLength={40}
            onChange={(event) => setTag(event.target.value)}
          />
          <Button type="submit" size="small" disabled={isSending || tag.trim() === ''}>
            {t('desk.addTag')}
          </Button>
        </form>
      ) : null}
      {problem ? <span role="alert">{problem}</span> : null}
    </div>
  )
}

/** A note for the team, which then stands in the history. What was typed stays when it could not be sent. */
export function NoteForm({ orderId }: { orderId: string }) {
  const t = useTranslations('admin-acts')
  const router = useRouter()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (text.trim() === '') return
    setSending(true)
    const failure = await tell(`/api/admin/orders/${orderId}/notes`, { text: text.trim() })
    setSending(false)
    setProblem(failure && sentenceOf(t, failure))
    if (!failure) setText('')
    if (!failure || mayReadAgain(failure)) router.refresh()
  }

  return (
    <form className="a-pb a-note-form" onSubmit={submit}>
      <TextField
        id="order-note"
        label={t('desk.note')}
        error={problem}
        value={text}
        maxLength={2000}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="small" disabled={isSending || text.trim() === ''}>
        {t('desk.write')}
      </Button>
    </form>
  )
}

async function tell(path: `/api/${string}`, body: Record<string, string | boolean>): Promise<RequestFailure | null> {
  try {
    await ask(path, { method: 'POST', body })

    return null
  } catch (thrown) {
    return toFailure(thrown)
  }
}

function sentenceOf(t: ReturnType<typeof useTranslations<'admin-acts'>>, { code }: RequestFailure): string {
  return t(`failed.${hasWords(t, 'failed', code) ? code : 'internal'}` as 'failed.internal')
}
