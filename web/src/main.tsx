import { render } from 'preact';
import { App } from './app.tsx';
import { keepForOffline } from './offline.ts';

const place = document.getElementById('app');
if (place !== null) render(<App />, place);
keepForOffline();
