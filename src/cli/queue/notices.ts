import { quoted } from '../../quote.ts';
import { clearProgress } from '../shell/progress.ts';

/** Tells of something on standard error: a sentence, or for programs an event with it. */
export type Notice = (sentence: string) => void;

export function noticesFor(asEvents: boolean): Notice {
  return (sentence) => {
    clearProgress();
    const text = quoted(sentence, 2000);
    process.stderr.write(asEvents ? `${JSON.stringify({ event: 'notice', text })}\n` : `${text}\n`);
  };
}
