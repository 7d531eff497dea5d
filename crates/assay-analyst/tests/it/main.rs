#[cfg(test)]
mod answers;
#[cfg(test)]
mod arithmetic;
#[cfg(test)]
mod causal;
#[cfg(test)]
mod claims;
#[cfg(test)]
mod examine;
#[cfg(test)]
mod figures;
#[cfg(test)]
mod filing;
#[cfg(test)]
mod library;
#[cfg(test)]
mod naming;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod sections;
