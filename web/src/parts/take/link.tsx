import { useState } from 'preact/hooks';
import { CopyButton } from './menu.tsx';

interface LinkPartProps {
  /** The address from its # on; with the user's files by name and hash where that is asked for. */
  readonly link: (named: boolean) => string;
  /** The user's own files that the view is about; none where the link holds everything. */
  readonly files: readonly string[];
}

/** A link that shows the same state. It never holds data; own files are named only where that is ticked. */
export function LinkPart({ link, files }: LinkPartProps) {
  const [isNamed, setNamed] = useState(false);
  const address = () => `${location.href.replace(/#.*$/, '')}${link(isNamed)}`;
  return (
    <div class="take-part">
      <p class="take-files">
        <CopyButton words="Copy a link to this state" text={address} />
      </p>
      {files.length === 0 ? null : (
        <label class="take-tick">
          <input
            type="checkbox"
            checked={isNamed}
            onChange={(event) => setNamed(event.currentTarget.checked)}
          />{' '}
          with {files.join(', ')} by name and SHA-256, so that the reader is asked for the same file. The
          scores stay here.
        </label>
      )}
    </div>
  );
}

/** The command line that gives the same, with a button that copies it. */
export function CommandPart({ command }: { readonly command: string }) {
  return (
    <div class="take-part">
      <p class="take-files">
        <CopyButton words="Copy the command line" text={() => command} />
      </p>
      <pre>
        <code>{command}</code>
      </pre>
    </div>
  );
}
