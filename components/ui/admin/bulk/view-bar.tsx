'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { deleteView, saveView } from '#lib/checkout/client/backoffice.ts'
import { mayReadAgain, toFailure } from '#lib/core/client/ask.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import type { ViewArea } from '#lib/core/rules/lists.ts'
import { type SavedView, viewAddress } from '#lib/settings/rules/saved-view.ts'

type ViewBarProps = { area: ViewArea; views: SavedView[]; query: string; children?: ReactNode }

/**
 * The views that somebody keeps of a list: named addresses. `query` is what the list shows now, as a view keeps it.
 * `children` stand at the other end of the item.
 */
export function ViewBar({ area, views, query, children }: ViewBarProps) {
  const t = useTranslations('admin-bulk')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')

  async function remove({ id, name }: SavedView) {
    try {
      await deleteView(id)
      setSaid(t('views.deleted', { name }))
      router.refresh()
    } catch (thrown) {
      setSaid(t('failed.internal'))
      if (mayReadAgain(thrown)) router.refresh()
    }
  }

  return (
    <div className="a-views">
      <span className="a-meta" id="views">
        {t('views.label')}
      </span>
      {views.length > 0 ? (
        <ul className="a-row" aria-labelledby="views">
          {views.map((view) => (
            <li key={view.id} className="a-view">
              <GoLink href={viewAddress(area, view.query)} aria-current={view.query === query ? 'true' : undefined}>
                <bdi>{view.name}</bdi>
                {view.isDefault ? <span className="a-meta">{t('views.isDefault')}</span> : null}
              </GoLink>
              <button
                type="button"
                aria-label={t('views.delete', { name: view.name })}
                onClick={(event) => {
                  keepPlace(event.currentTarget, '.a-view button', '.a-views > .btn')
                  void remove(view)
                }}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Button size="small" onClick={() => setOpen(true)}>
        {t('views.save')}
      </Button>
      <span role="status" className="a-meta">
        {said}
      </span>
      {children}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy="view-title">
        <ViewForm
          area={area}
          query={query}
          onClose={() => setOpen(false)}
          onSaved={(name) => {
            setOpen(false)
            setSaid(t('views.saved', { name }))
            router.refresh()
          }}
        />
      </Dialog>
    </div>
  )
}

type ViewFormProps = { area: ViewArea; query: string; onClose: () => void; onSaved: (name: string) => void }

function ViewForm({ area, query, onClose, onSaved }: ViewFormProps) {
  const t = useTranslations('admin-bulk')
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (name.trim() === '') return setProblem(t('views.nameMissing'))
    setSending(true)
    try {
      await saveView({ area, name: name.trim(), query, isDefault })
      onSaved(name.trim())
    } catch (thrown) {
      const { code, details } = toFailure(thrown)
      const word = details.reason === 'too_many' ? 'too_many_views' : code
      setProblem(t(`failed.${hasWords(t, 'failed', word) ? word : 'internal'}` as 'failed.internal'))
      setSending(false)
    }
  }

  return (
    <form className="a-pb-stack" noValidate onSubmit={submit}>
      <h2 id="view-title">{t('views.save')}</h2>
      <p className="a-meta">{query === '' ? t('views.all') : <code className="a-wrap-id">?{query}</code>}</p>
      <TextField
        id="view-name"
        label={t('views.name')}
        hint={t('views.nameHint')}
        error={problem}
        value={name}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => {
          setName(target.value)
          setProblem(null)
        }}
      />
      <CheckField checked={isDefault} onChange={({ target }) => setDefault(target.checked)}>
        {t('views.makeDefault')}
      </CheckField>
      <div className="a-row">
        <Button type="submit" tone="primary" disabled={isSending}>
          {t('views.keep')}
        </Button>
        <Button onClick={onClose}>{t('views.back')}</Button>
      </div>
    </form>
  )
}
