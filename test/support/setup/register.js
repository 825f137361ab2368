import { register } from 'node:module';

register('./typescript.js', import.meta.url);
