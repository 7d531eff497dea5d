mod arithmetic;
mod claims;
mod examine;
mod figures;
mod library;
mod plans;
mod rules;
mod sections;
