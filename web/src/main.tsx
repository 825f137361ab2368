import { render } from 'preact';
import { App } from './app.tsx';
import { EMBEDDED } from './embedded.ts';
import { keepForOffline } from './offline.ts';

if (EMBEDDED) document.documentElement.dataset.embedded = '';
const place = document.getElementById('app');
if (place !== null) render(<App />, place);
if (!EMBEDDED) keepForOffline();
